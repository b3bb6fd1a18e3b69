import {
  damagedTranscripts,
  letters,
  lines,
  messageLines,
  path,
  whole,
  withTranscript,
} from '../test/scenarios/damaged-transcript.suite.ts'
import { user } from '../test/scenarios/test-home.suite.ts'
import type { Experiment, Figure } from './experiment.ts'

/** The ten messages of the transcript that is damaged. */
const said = 'abcdefghij'

/** A transcript that was damaged in every way that was ever seen: what is whole is read, what is not is counted. */
export const damage: Experiment = {
  name: 'damage',
  about: 'a transcript damaged in every known way, and cut off at every byte of its end',
  run: () => Promise.resolve([ofCorpus(), ofTornEnds()]),
}

function ofCorpus(): Figure {
  const problems: string[] = []
  let [recovered, counted, silent] = [0, 0, 0]
  // The first of them is the whole one.
  const kinds = damagedTranscripts.slice(1)
  for (const [what, make, expected, pieces] of kinds) {
    const { record } = withTranscript(make())
    const found = record()
    const read = letters(found)
    const isWhole = said.split('').every((letter) => read.includes(letter))
    const isTold = read.includes('-') || found.damage.length > 0
    if (isWhole) recovered++
    else if (isTold) counted++
    else silent++
    if (!isWhole && !isTold) problems.push(`${what}: messages are gone, and nothing is said`)
    if (read !== expected || found.damage.length !== pieces)
      problems.push(
        `${what}: ${read} and ${found.damage.length} pieces, not ${expected} and ${pieces} pieces`,
      )
  }
  return {
    what: `transcripts damaged in ${kinds.length} ways: recovered / counted / silent`,
    measured: `${recovered} / ${counted} / ${silent}`,
    bar: '0 silent; nothing whole is hidden, positions stay',
    isMet: problems.length === 0,
    problems,
  }
}

function ofTornEnds(): Figure {
  const problems: string[] = []
  const from = lines[messageLines.at(-3) ?? 0]?.start ?? 0
  const { home, name, record } = withTranscript(whole)
  for (let cut = from; cut < whole.length; cut++) {
    home.put(path, whole.subarray(0, cut))
    const intact = messageLines.filter((i) => (lines[i]?.end ?? Infinity) <= cut).length
    const before = record()
    const isTorn = !lines.some(({ start, end }) => cut === end || cut === end + 1 || cut === start)
    if (letters(before) !== said.slice(0, intact))
      problems.push(`cut at ${cut}: ${letters(before)} is read, ${intact} are whole`)
    if (before.damage.length !== (isTorn ? 1 : 0))
      problems.push(`cut at ${cut}: ${before.damage.length} pieces are counted`)
    const live = home.chatcli.sessions.open(name())
    live.append([user('about zelkova')])
    live.close()
    if (letters(record()).replace('-', '') !== `${said.slice(0, intact)}z`)
      problems.push(`cut at ${cut}: ${letters(record())} after one more`)
    if (!home.bytes(path).subarray(0, cut).equals(whole.subarray(0, cut)))
      problems.push(`cut at ${cut}: what was there is changed`)
  }
  return {
    what: 'a transcript cut off at every byte of its last three messages, and gone on with',
    measured: `${problems.length} problems at ${whole.length - from} bytes`,
    bar: 'every whole line is read, the torn one counted, the next one whole',
    isMet: problems.length === 0,
    problems,
  }
}
