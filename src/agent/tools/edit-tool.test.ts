import { describe, expect, it } from 'vitest'
import { createEditTool } from './edit-tool.ts'
import { useWorkingFolder } from './working-folder.suite.ts'

describe('edit', () => {
  const folder = useWorkingFolder()
  const edit = async (args: Record<string, unknown>): Promise<string> => {
    const { text, isError } = await folder.call(createEditTool(folder.files), args)
    return isError ? `error: ${text}` : text
  }

  it('replaces the one place, whatever letters stand in it', async () => {
    folder.put('a.ts', 'one\nconst port = 80\nthree\n')
    expect(await edit({ path: 'a.ts', old: 'port = 80', new: "port = $& $1 $' 90" })).toBe(
      "Changed a.ts in 1 place. At line 2:\n-const port = 80\n+const port = $& $1 $' 90",
    )
    expect(folder.get('a.ts')).toBe("one\nconst port = $& $1 $' 90\nthree\n")
    await edit({ file_path: 'a.ts', old_string: 'one\n', new_string: '' })
    expect(folder.get('a.ts')).toMatch(/^const/)
  })

  it('wants it unique, unless all are meant', async () => {
    folder.put('a', 'x\ny x\nx x\n')
    expect(await edit({ path: 'a', old: 'x', new: 'z' })).toBe(
      'error: The old text stands 4 times in a, at the lines 1, 2, 3, 3. Give more of what stands around it, or all: true.',
    )
    expect(folder.get('a')).toBe('x\ny x\nx x\n')
    expect(await edit({ path: 'a', old: 'x', new: 'z', all: 'true' })).toMatch(/^Changed a in 4 places\./)
    expect(folder.get('a')).toBe('z\ny z\nz z\n')
  })

  it('keeps CRLF, BOM and what is mixed', async () => {
    folder.put('a', '\uFEFFone\r\ntwo\r\nthree\r\n')
    await edit({ path: 'a', old: 'one\ntwo', new: '1\n1.5\n2' })
    expect(folder.get('a')).toBe('\uFEFF1\r\n1.5\r\n2\r\nthree\r\n')
    folder.put('mixed', 'a\r\nb\nc\nd\r\n')
    await edit({ path: 'mixed', old: 'b\r\nc', new: 'B\r\nC' })
    expect(folder.get('mixed')).toBe('a\r\nB\nC\nd\r\n')
    await edit({ path: 'mixed', old: 'd', new: 'd\ne' })
    expect(folder.get('mixed')).toBe('a\r\nB\nC\nd\r\ne\r\n')
  })

  it('shows what is most like it when it is not there', async () => {
    folder.put('a', 'import x\n\tconst  port = 80;\nconst host = 1\n')
    expect(await edit({ path: 'a', old: 'const port = 80;', new: '' })).toBe(
      'error: The old text does not stand in a. It must be the same to the character, spaces too. Most like it:\n2\t\tconst  port = 80;',
    )
    expect(await edit({ path: 'a', old: 'const host = two', new: '' })).toMatch(
      /Most like it:\n3\tconst host = 1$/,
    )
    expect(await edit({ path: 'a', old: 'nothing of the kind', new: '' })).toBe(
      'error: The old text does not stand in a. Read the file and give the text exactly as it stands there.',
    )
    expect(await edit({ path: 'a', old: '3\tconst host = 1', new: '' })).toContain(
      'Leave the line numbers out.',
    )
  })

  it('refuses what would change more than was asked for', async () => {
    folder.put('latin1', Buffer.from([0x61, 0xe9, 0x62]))
    folder.put('binary', Buffer.from('a\0b'))
    folder.put('a', 'abc')
    expect(await edit({ path: 'latin1', old: 'a', new: 'b' })).toMatch(/^error: latin1 is no UTF-8 text/)
    expect(await edit({ path: 'binary', old: 'a', new: 'b' })).toMatch(/^error: binary is a binary file/)
    expect(await edit({ path: 'a', old: 'b', new: 'b' })).toMatch(/^error: Old and new text are the same/)
    expect(await edit({ path: 'a', old: '', new: 'b' })).toMatch(/^error: The old text is empty/)
    expect(await edit({ path: 'none', old: 'a', new: 'b' })).toMatch(/^error: There is no none/)
    expect(await edit({ path: 'a', new: 'b' })).toMatch(/^error: "old" is missing/)
    expect(await edit({ path: '/etc/hosts', old: 'a', new: 'b' })).toMatch(/outside/)
    expect(folder.get('a')).toBe('abc')
  })

  it('needs the same permission as write', () => {
    const tool = createEditTool(folder.files)
    expect(tool.needs({ path: 'a', old: 'b', new: 'c' })).toEqual({
      tool: 'write',
      subject: 'a',
      scope: 'write',
    })
    expect(tool.needs({ path: 'a' })).toBeUndefined()
    expect(tool.isReadOnly({ path: 'a', old: 'b', new: 'c' })).toBe(false)
  })
})
