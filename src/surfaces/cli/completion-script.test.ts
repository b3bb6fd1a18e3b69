import { execFileSync, spawnSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { completionScript, shells } from './completion-script.ts'

const hasBash = spawnSync('bash', ['--version']).status === 0

describe('completionScript', () => {
  it.each(shells)('of %s asks chatcli for words', (shell) => {
    expect(completionScript(shell)).toContain('chatcli __complete -- ')
  })

  it.skipIf(!hasBash)('makes bash complete, and quotes what it offers', () => {
    const script = [
      `chatcli() { printf '%s|' "$@" >&2; printf 'tide-notes\\tTides\\n$(touch pwned) x\\n'; }`,
      completionScript('bash'),
      'COMP_WORDS=(chatcli session get "")',
      'COMP_CWORD=3',
      '_chatcli 2>&1',
      `printf '%s\\n' "\${COMPREPLY[@]}"`,
    ].join('\n')
    const out = execFileSync('bash', ['-c', script], { encoding: 'utf8' })
    expect(out).toBe('tide-notes\n\\$\\(touch\\ pwned\\)\\ x\n')
  })
})
