import { describe, expect, it } from 'vitest'
import { commandScope } from './command-scope.ts'

describe('commandScope', () => {
  it.each([
    ['ls', 'ls'],
    ['ls -la src', 'ls'],
    ['  wc -l a.txt ', 'wc'],
    ['git status', 'git status'],
    ['git log --format=%h -n 3 HEAD^', 'git log'],
    [`git commit -m 'say "hi"; rm -rf x'`, 'git commit'],
    ['git commit -m "a (small) fix; done"', 'git commit'],
    ['npm test', 'npm test'],
    ['npm test -- src/a.test.ts', 'npm test'],
    ['npm run build', 'npm run build'],
    ['npm run lint -- --fix', 'npm run lint'],
    ['make check', 'make check'],
    ['make check -j 4', 'make check'],
    ['git log --oneline --all -p', 'git log'],
    ['git diff --stat --cached', 'git diff'],
    ['go test -run Tides -v ./...', 'go test'],
    ['cargo build --release', 'cargo build'],
    ['./scripts/check.sh --all', './scripts/check.sh'],
    ['/usr/bin/git status -s', '/usr/bin/git status'],
  ])('%s is about %s', (command, scope) => {
    expect(commandScope(command, 'linux')).toBe(scope)
  })

  it.each([
    'git status; rm -rf src',
    'git status && rm -rf src',
    'git status || rm -rf src',
    'git status & rm -rf src',
    'git status | sh',
    'git status\nrm -rf src',
    'git status\rrm -rf src',
    'git status > src/main.ts',
    'git status < secret',
    'git log $(rm x)',
    'git log `rm x`',
    'git log "$(rm x)"',
    'git log "`rm x`"',
    'git log "$HOME"',
    'git log "a\\" ; rm x "',
    "git log 'a' ; rm 'b'",
    "git log \\'; rm x \\'",
    'git log "unclosed',
    'ls *.ts',
    'ls ~',
    'ls {a,b}',
    'ls # rm',
    'ls\\ -la',
    '(ls)',
    '! ls',
    'git',
    'git -c alias.x=!sh x',
    'git --exec-path=. status',
    "git 'push'",
    'git "add" x',
    'git config alias.x y',
    "git fetch --upload-pack='sh x' .",
    "git fetch '--upload-pack=sh x' .",
    "git fetch --up'load'-pack=x .",
    'git fetch --upl=x .',
    'git ls-remote -u x .',
    'git log --output=/x',
    'git log --ext-diff',
    'make check SHELL=x',
    "make check 'CC=sh x'",
    "make check --eval='$(shell x)'",
    'make check -f x',
    'go test -exec x',
    'go build -toolexec=x',
    'npm test --script-shell=x',
    'npm test --prefix /x',
    'cargo test --config x',
    'rg --pre x y',
    'sort --compress-program=x y',
    'git push --force',
    'git reset --hard',
    'npm',
    'npm exec thing',
    'npm run',
    'docker run image',
    'docker exec box sh',
    'sh x.sh',
    '/bin/bash -c ls',
    'env A=b ls',
    'A=b ls',
    'sudo ls',
    'xargs rm',
    'find . -delete',
    'node -e 1',
    'python3 -c 1',
    'python3.11 x.py',
    'rm x',
    'mv a b',
    'curl example.test',
    'ssh host ls',
    '. ./x.sh',
    'source x.sh',
    "'rm' x",
    '-x',
    'lș -la',
  ])('%j is about nothing but itself', (command) => {
    expect(commandScope(command, 'linux')).toBe(command)
  })

  it('knows the letters of other shells', () => {
    expect(commandScope('git status', 'win32')).toBe('git status')
    expect(commandScope('dir .\\src', 'win32')).toBe('dir')
    for (const command of [
      'git log & del x',
      'git log %PATH%',
      'git log ^& x',
      "git commit -m 'a & del x'",
    ]) {
      expect(commandScope(command, 'win32')).toBe(command)
    }
    expect(commandScope('C:\\tools\\RM.EXE x', 'win32')).toBe('C:\\tools\\RM.EXE x')
  })
})
