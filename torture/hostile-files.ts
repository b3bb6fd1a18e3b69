/** A file as somebody may put it among the sessions or transcripts. */
export interface HostileFile {
  readonly about: string
  readonly folder: 'sessions' | 'transcripts'
  readonly bytes: Buffer
}

const history = (content: unknown, more: object = {}): object => ({
  version: 2,
  chat_history: [
    { role: 'user', content: 'tide?' },
    { role: 'assistant', content, ...more },
  ],
})

const texts: Readonly<Record<string, string>> = {
  'a lone surrogate': '\ud800 high',
  'two in the wrong order': '\udc00\ud800',
  NULs: 'a\0b\0c',
  'escape sequences': '\u001b]52;c;aGk=\u0007\u001b[2J\u001b[?1000h',
  'C1 controls': '\u009b31m\u0085\u0090',
  'bidi overrides': '\u202e\u2066abc\u2069',
  'line separators': 'a\u2028b\u2029c',
  'many combining marks': `e${'\u0301'.repeat(50_000)}`,
  'a family of emoji': '👩‍👩‍👧‍👦'.repeat(2000),
  'one word of a megabyte': 'x'.repeat(2 ** 20),
  'a million blanks': ' '.repeat(10 ** 6),
  'a hundred thousand lines': '\n'.repeat(10 ** 5),
  'a fence of its own': '```\n'.repeat(5000),
  HTML: '<script>alert(1)</script><img src=x onerror=alert(1)>',
  'regular expressions': '(a+)+$'.repeat(500),
  'deep Markdown': `${'> '.repeat(5000)}deep`,
  'deep brackets': '['.repeat(100_000),
  'format characters': '%s%n%x'.repeat(1000),
  paths: '../../../etc/passwd\u0000.json',
  'no character at all': '',
  'only marks': '\u200b\u200d\ufeff',
  'private use': '\ue000\uf8ff\u{f0000}',
  'not a character': '\uffff\ufdd0',
}

const shapes: Readonly<Record<string, unknown>> = {
  'content as a number': history(7),
  'content as null': history(null),
  'content as parts': history([{ type: 'text', text: 'tide' }, 5, null]),
  'content as an object': history({ toString: 'no' }),
  'role as a number': { version: 2, chat_history: [{ role: 5, content: 'x' }] },
  'role missing': { version: 2, chat_history: [{ content: 'x' }] },
  'a role nobody knows': { version: 2, chat_history: [{ role: 'wizard', content: 'x' }] },
  'messages as an object': { version: 2, chat_history: { 0: 'x' } },
  'messages as text': { version: 2, chat_history: 'x' },
  'no messages': { version: 2 },
  'null among messages': { version: 2, chat_history: [null, 1, 'x', [], {}] },
  'a later version': { version: 3, chat_history: [] },
  'version as text': { version: '2', chat_history: [] },
  'version as an object': { version: {}, chat_history: [] },
  'a negative version': { version: -1, chat_history: [] },
  'a huge version': { version: 1e308, chat_history: [] },
  'calls as text': history('x', { tool_calls: 'run' }),
  'calls without names': history('x', { tool_calls: [{ id: 1 }, null, 'x'] }),
  'meta as text': history('x', { meta: 'x' }),
  'a title of an array': { ...history('x'), title: [] },
  'a title of a megabyte': { ...history('x'), title: 't'.repeat(2 ** 20) },
  'a title of escapes': { ...history('x'), title: '\u001b]0;owned\u0007' },
  'an id that is a path': { ...history('x'), id: '../../outside', transcript_id: '../../outside' },
  'an id that is a number': { ...history('x'), transcript_id: 5 },
  'a name of another': { ...history('x'), name: 'alpha' },
  'a parent that is itself': { ...history('x'), parent: 'hostile' },
  'times as text': { ...history('x'), created_at: 'yesterday', updated_at: 'never' },
  'times of the end of days': {
    ...history('x', { created_at: '+275760-09-13T00:00:00.001Z' }),
    updated_at: 8.64e15 + 1,
  },
  'a source of numbers': { ...history('x'), source: { tool: 5, path: [] } },
  'settings of another world': { ...history('x'), settings: { private: 'maybe', attached: 5 } },
  'an array': [],
  'an array of messages': [{ role: 'user', content: 'x' }],
  'a number': 5,
  'a text': 'x',
  null: null,
  true: true,
}

const raws: Readonly<Record<string, string | Buffer>> = {
  nothing: '',
  blanks: '   \n\n',
  'one brace': '{',
  'half a file': JSON.stringify(history('x')).slice(0, 40),
  'a comma too many': '{"version":2,"chat_history":[],}',
  comments: '{/* hello */"version":2,"chat_history":[]}',
  'single quotes': "{'version':2}",
  NaN: '{"version":2,"chat_history":[],"x":NaN}',
  'a byte order mark': `\ufeff${JSON.stringify(history('x'))}`,
  'UTF-16': Buffer.from(`\ufeff${JSON.stringify(history('x'))}`, 'utf16le'),
  'bad UTF-8': Buffer.concat([
    Buffer.from('{"version":2,"title":"'),
    Buffer.from([0xff, 0xc0, 0x80]),
    Buffer.from('","chat_history":[]}'),
  ]),
  'overlong UTF-8': Buffer.from([0x7b, 0xc0, 0xaf, 0x7d]),
  'NULs only': Buffer.alloc(4096),
  'random bytes': Buffer.from(Array.from({ length: 4096 }, (_, i) => (i * 7919 + (i >> 3) * 104_729) % 256)),
  gzip: Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0]),
  'carriage returns': JSON.stringify(history('x'), undefined, 2).replaceAll('\n', '\r\n'),
  'the same key twice':
    '{"version":2,"chat_history":[{"role":"user","content":"a"}],"chat_history":[{"role":"user","content":"b"}]}',
  'prototype keys':
    '{"version":2,"__proto__":{"admin":true},"constructor":{"prototype":{"admin":true}},"chat_history":[{"role":"user","content":"x","__proto__":{"role":"system"}}]}',
  'depth of 100,000': `{"version":2,"chat_history":[],"deep":${'['.repeat(100_000)}${']'.repeat(100_000)}}`,
  'depth in a call': `{"version":2,"chat_history":[{"role":"assistant","content":"x","tool_calls":[{"id":"1","function":{"name":"n","arguments":${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}}}]}]}`,
  'huge numbers': '{"version":2,"chat_history":[],"n":123456789012345678901234567890,"e":1e999,"m":-1e-999}',
  'a hundred thousand keys': `{"version":2,"chat_history":[],${Array.from({ length: 100_000 }, (_, i) => `"k${i}":${i}`).join(',')}}`,
  'a hundred thousand messages': `{"version":2,"chat_history":[${Array.from({ length: 100_000 }, () => '{"role":"user","content":"x"}').join(',')}]}`,
  'escaped surrogates': '{"version":2,"chat_history":[{"role":"user","content":"\\ud800\\udbff"}]}',
  'two files in one': `${JSON.stringify(history('x'))}${JSON.stringify(history('y'))}`,
  'a file of its Go kin': '{"version":1,"chat_history":[{"role":"user","content":"x"}]}',
  'sealed by nobody': `CHATCLI_ENC_v1${'A'.repeat(200)}`,
}

const lines: Readonly<Record<string, string>> = {
  'empty lines': '\n\n\n',
  'no JSON': 'hello\n',
  'a number': '5\n',
  'an array': '[1,2]\n',
  'half a line': '{"kind":"message","mess',
  'a kind nobody knows': '{"kind":"spell","id":"1"}\n',
  'a message without content': '{"kind":"message","message":{}}\n',
  'a rewrite of nothing': '{"kind":"rewrite","removes":"all"}\n',
  'a mark of numbers': '{"kind":"mark","mark":5}\n',
  'ranges that run backwards':
    '{"kind":"rewrite","reason":"compact","removes":[["x",9,1]],"before":-1,"after":1e9}\n',
  'carriage returns': '{"kind":"mark","mark":"x"}\r\n\r\n',
  'a line of ten megabytes': `{"kind":"message","message":{"role":"user","content":"${'x'.repeat(10 ** 7)}"}}\n`,
  'a depth of 50,000': `${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}\n`,
  'NULs at the end': `{"kind":"mark","mark":"x"}\n${'\0'.repeat(4096)}`,
  'prototype keys':
    '{"kind":"message","__proto__":{"x":1},"message":{"role":"user","content":"x","constructor":5}}\n',
}

/** All of them, well over a hundred: texts, shapes, raw bytes and lines of transcripts. */
export function hostileFiles(): readonly HostileFile[] {
  const json = (about: string, value: unknown): HostileFile => ({
    about,
    folder: 'sessions',
    bytes: Buffer.from(JSON.stringify(value)),
  })
  return [
    ...Object.entries(texts).map(([about, text]) => json(`text: ${about}`, history(text))),
    ...Object.entries(texts).map(([about, text]) =>
      json(`title: ${about}`, { ...history('x'), title: text }),
    ),
    ...Object.entries(shapes).map(([about, value]) => json(`shape: ${about}`, value)),
    ...Object.entries(raws).map(([about, raw]) => ({
      about: `bytes: ${about}`,
      folder: 'sessions' as const,
      bytes: Buffer.from(raw),
    })),
    ...Object.entries(lines).map(([about, text]) => ({
      about: `transcript: ${about}`,
      folder: 'transcripts' as const,
      bytes: Buffer.from(text),
    })),
    ...Object.entries(raws).map(([about, raw]) => ({
      about: `transcript, bytes: ${about}`,
      folder: 'transcripts' as const,
      bytes: Buffer.from(raw),
    })),
  ]
}
