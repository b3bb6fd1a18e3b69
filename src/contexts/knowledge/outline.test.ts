import { describe, expect, it } from 'vitest'
import { outline } from './outline.ts'
import { textLines } from './text-lines.ts'

const titles = (path: string, text: string): readonly string[] =>
  outline(path, textLines(text)).map(({ line, depth, title }) => `${line + 1}/${depth} ${title}`)

describe('outline', () => {
  it('finds headings with number signs, with rulers, and none in code or tables', () => {
    const text =
      'Title\n=====\n\nPart\n----\n\n| a | b |\n|---|---|\n\n## Own ##\n~~~\n# no\n~~~\n- point\n-----\n'
    expect(titles('a.md', text)).toEqual(['1/1 Title', '4/2 Part', '10/2 Own'])
  })

  it.each([
    [
      'a.ts',
      'export async function go(): void {\n  if (x) {\n  }\n}\n',
      ['1/1 export async function go(): void'],
    ],
    [
      'a.ts',
      'const a = 1\nexport class B {\n  run(x: number): void {\n    for (;;) {}\n  }\n}\n',
      ['1/1 const a = 1', '2/1 export class B', '3/3 run(x: number): void'],
    ],
    [
      'a.go',
      'func (s *Service) Cancel(ctx Context) error {\n',
      ['1/1 func (s *Service) Cancel(ctx Context) error'],
    ],
    ['a.py', 'class A:\n    def b(self):\n        return 1\n', ['1/1 class A', '2/5 def b(self)']],
    ['a.rs', 'pub(crate) fn x() {}\nimpl T for U {\n', ['1/1 pub(crate) fn x() {}', '2/1 impl T for U']],
    ['a.sql', 'CREATE TABLE berths (\n  id text\n);\n', ['1/1 CREATE TABLE berths']],
    ['a.c', 'static int add(int a, int b)\n{\n  return a + b;\n}\n', ['1/1 static int add(int a, int b)']],
    ['a.yaml', 'services:\n  db:\n', ['1/1 services']],
    ['a.tf', 'resource "aws" "main" {\n', ['1/1 resource "aws" "main"']],
    ['a.toml', '[package]\nname = 1\n', ['1/1 [package]']],
  ])('%s: %j', (path, text, expected) => {
    expect(titles(path, text)).toEqual(expected)
  })

  it('keeps the sign of C# and leaves out marks that close a heading', () => {
    expect(titles('a.md', '# C#\n## F ##  \n### \n#### ##\n')).toEqual(['1/1 C#', '2/2 F'])
  })

  it.each([
    ['a.md', `# a${' '.repeat(100_000)}b\n`, 1],
    ['a.md', `# a${'#'.repeat(100_000)}b\n`, 1],
    ['a.md', `# a${' {'.repeat(50_000)}b\n`, 1],
    // Each line is an annotation above the next one too.
    ['a.css', '@media print {\n'.repeat(100_000), 100_000],
  ])('takes no time that grows with the square of a hostile text: %s', (path, text, found) => {
    expect(outline(path, textLines(text))).toHaveLength(found)
  })

  it('counts a comment or an annotation above to what it is about', () => {
    const [entry] = outline('a.kt', textLines('import x\n\n/** Says hello. */\n@Test\nfun hello() {}\n'))
    expect(entry).toMatchObject({ line: 4, first: 2 })
  })
})
