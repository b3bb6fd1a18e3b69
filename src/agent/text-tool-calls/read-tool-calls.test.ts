import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readToolCalls } from './read-tool-calls.ts'

const read = (answer: string): ReturnType<typeof readToolCalls> => {
  let count = 0
  return readToolCalls(answer, () => `call-${++count}`)
}

/** The one call in an answer, without its id. */
const one = (answer: string): unknown => {
  const { calls } = read(answer)
  expect(calls).toHaveLength(1)
  const { id, ...call } = calls[0]?.call ?? { id: '' }
  expect(id).toBe('call-1')
  return call
}

const search = { name: 'session', arguments: { cmd: 'search', args: { query: "what's new" } } }

describe('readToolCalls', () => {
  it.each([
    [`<tool_call name="@session" args='{"cmd":"search","args":{"query":"what's new"}}' />`],
    [`<tool_call name="session" args='{"cmd":"search","args":{"query":"what&#39;s new"}}'/>`],
    [`<tool_call name="session" args='{"cmd":"search","args":{"query":"what&apos;s new"}}' />`],
    [`<tool_call args='{"cmd":"search","args":{"query":"what's new"}}' name='@session'/>`],
    [`<tool_call name=@session args='{"cmd":"search","args":{"query":"what\\'s new"}}' />`],
    [
      `<tool_call name="@session" args="{&quot;cmd&quot;:&quot;search&quot;,&quot;args&quot;:{&quot;query&quot;:&quot;what's new&quot;}}" />`,
    ],
    [
      `<tool_call name="@session" args="{\\"cmd\\":\\"search\\",\\"args\\":{\\"query\\":\\"what's new\\"}}" />`,
    ],
    [`<tool_call name="@session" args="{"cmd":"search","args":{"query":"what's new"}}" />`],
    [`<tool_call name="@session" args={"cmd":"search","args":{"query":"what's new"}} />`],
    [`<tool_call\n  name = "@session"\n  args = '{"cmd": "search",\n "args": {"query": "what's new"}}'\n/>`],
    [`<tool_call name="@session">{"cmd":"search","args":{"query":"what's new"}}</tool_call>`],
    [
      `<tool_call name="@session">\n{"cmd":"search","args":{"query":"what&apos;s new"}}\n</tool_call>`.replace(
        '&apos;',
        "'",
      ),
    ],
    [`<tool_call>{"name":"session","arguments":{"cmd":"search","args":{"query":"what's new"}}}</tool_call>`],
    [`<tool_call name="@session" args='{"cmd":"search","args":{"query":"what's new"}}'></tool_call>`],
  ])('reads %s', (answer) => {
    expect(one(answer)).toEqual(search)
    expect(read(answer).text).toBe('')
  })

  it.each([
    [`<tool_call name="run" args='{"command":"echo 'a' > b && cat <<E"}' />`, "echo 'a' > b && cat <<E"],
    [`<tool_call name="run" args='{"command":"sed 's/a/b/' /x > y"}' />`, "sed 's/a/b/' /x > y"],
    [`<tool_call name="run" args='{"command":"echo \\"it's\\" "}' />`, 'echo "it\'s" '],
    [`<tool_call name="run" args='{"command":"echo &lt;b&gt; &amp;&amp; true"}' />`, 'echo <b> && true'],
    [`<tool_call name="run" args='{"command":"echo &amp;quot;"}' />`, 'echo &quot;'],
    [`<tool_call name="run" args='{"command":"echo &quot;"}' />`, 'echo &quot;'],
    [`<tool_call name="run" args="{"command":"a b" }" />`, 'a b'],
    [`<tool_call name="run" args='{"command":"one\ntwo\tthree"}' />`, 'one\ntwo\tthree'],
    [`<tool_call name="run" args='{"command":"echo </tool_call>"}'/>`, 'echo </tool_call>'],
    [`<tool_call name="run">{"command":"echo </tool_call> > x"}</tool_call>`, 'echo </tool_call> > x'],
    [
      `<tool_call name="run" args="{&quot;command&quot;:&quot;say \\&quot;x\\&quot; /> y&quot;}" />`,
      'say "x" /> y',
    ],
    [`<tool_call name="run" command="ls -l" />`, 'ls -l'],
  ])('keeps what the command holds: %s', (answer, command) => {
    expect(one(answer)).toEqual({ name: 'run', arguments: { command } })
  })

  it('gives what is no JSON as it was written', () => {
    expect(one(`<tool_call name="run" args='{command: ls}' />`)).toEqual({
      name: 'run',
      raw: '{command: ls}',
    })
    expect(one(`<tool_call name="run" args='just words' />`)).toEqual({ name: 'run', raw: 'just words' })
    expect(one(`<tool_call name="run" args='[1]' />`)).toEqual({ name: 'run', raw: '[1]' })
    expect(one(`<tool_call name="run">{"a":1,}</tool_call>`)).toEqual({ name: 'run', raw: '{"a":1,}' })
    expect(one(`<tool_call name="list" />`)).toEqual({ name: 'list', arguments: {} })
  })

  it('finds several calls and their places, and keeps the text between them', () => {
    const first = `<tool_call name="read" args='{"path":"a"}' />`
    const second = `<tool_call name="read">{"path":"b"}</tool_call>`
    const answer = `I look.\n${first}\nand ${second} done`
    const { text, calls, unfinished } = read(answer)
    expect(text).toBe('I look.\n\nand  done')
    expect(calls.map(({ start, end }) => answer.slice(start, end))).toEqual([first, second])
    expect(calls.map(({ call }) => [call.id, call.arguments])).toEqual([
      ['call-1', { path: 'a' }],
      ['call-2', { path: 'b' }],
    ])
    expect(unfinished).toBeUndefined()
  })

  const call = `<tool_call name="run" args='{"command":"rm x"}' />`
  it.each([
    ['a fence', `\`\`\`xml\n${call}\n\`\`\`\n`],
    ['a longer fence that holds a shorter one', `\`\`\`\`\n\`\`\`\n${call}\n\`\`\`\`\n`],
    ['a fence of tildes', `~~~\n${call}\n~~~\n`],
    ['a fence in a list', `- like so:\n    \`\`\`\n    ${call}\n    \`\`\`\n`],
    ['a fence that is not closed', `\`\`\`\n${call}\n`],
    ['inline code', `Write \`${call}\` to remove it.`],
    ['inline code of two backticks', `Write \`\` a\`b ${call} \`\` to remove it.`],
    ['a block quotation', `> ${call}\n`],
    ['quotation marks', `Write "${call}" to remove it.`],
    [
      'the name alone',
      'A <tool_call> element has a name; a <tool_call /> without one is nothing. <tool_calls name="x" />',
    ],
  ])('leaves what stands in %s as text', (_, answer) => {
    expect(read(answer)).toEqual({ text: answer, calls: [], unfinished: undefined })
  })

  it.each([
    ['after a fence', `\`\`\`\nx\n\`\`\`\n${call}`],
    ['after inline code', `With \`rm\`: ${call}`],
    ['on the line after a stray backtick', `a \` b\n${call}`],
    ['after a quotation', `> it said\n\n${call}`],
    ['in what looked like a call', `the <tool_call> is ${call}`],
    ['in a tag that goes wrong', `<tool_call name="x" ${call}`],
  ])('runs a call %s', (_, answer) => {
    expect(one(answer)).toEqual({ name: 'run', arguments: { command: 'rm x' } })
  })

  it('reports a call that was cut off anywhere, and never takes it for a whole one', () => {
    for (let length = '<tool_call'.length; length < call.length; length++) {
      const cut = call.slice(0, length)
      expect(read(`So: ${cut}`)).toEqual({ text: 'So: ', calls: [], unfinished: cut })
    }
    expect(read('a <tool')).toEqual({ text: 'a <tool', calls: [], unfinished: undefined })
  })

  const pieces = fc.constantFrom(
    call,
    '<tool_call',
    ' name="x"',
    " args='",
    '{"a":"',
    '"}',
    "'",
    '"',
    '/>',
    '>',
    '</tool_call>',
    '<',
    '`',
    '```',
    '\n',
    ' ',
    '\\',
    '&quot;',
    '&',
    '{',
    '}',
    'word',
    '\u{1F600}',
    '\uD800',
    '> ',
    '~~~',
  )
  const answers = fc
    .array(fc.oneof(pieces, fc.string({ unit: 'binary' })), { maxLength: 40 })
    .map((all) => all.join(''))

  it('never throws, and text, calls and the rest put together are the answer', () => {
    fc.assert(
      fc.property(answers, (answer) => {
        const { text, calls, unfinished = '' } = read(answer)
        let rebuilt = ''
        let at = 0
        for (const { start, end } of calls) {
          expect(answer.slice(start, end)).toMatch(/^<tool_call[\s/>][^]*>$/)
          rebuilt += answer.slice(at, start)
          at = end
        }
        rebuilt += answer.slice(at, answer.length - unfinished.length)
        expect(rebuilt).toBe(text)
        expect(answer.endsWith(unfinished)).toBe(true)
      }),
      { seed: 4, numRuns: 2000 },
    )
  })
})
