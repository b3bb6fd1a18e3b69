import fc from 'fast-check'

// The same cases in every run, so that a change is judged by what it changes; another seed explores.
fc.configureGlobal({ seed: Number(process.env['CHATCLI_TEST_SEED'] ?? 20260601) })
