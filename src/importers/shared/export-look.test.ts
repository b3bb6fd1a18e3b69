import * as fs from 'node:fs'
import { expect, it } from 'vitest'
import { importers } from '../importers.ts'
import { ownSample, sampleMachine } from '../sample-machine.suite.ts'
import { selectUnits } from '../select-units.ts'
import { zipOf } from './zip-of.suite.ts'

it('opens each download once for all formats, and again only when it has changed', () => {
  const machine = sampleMachine({
    Downloads: ownSample('open-webui'),
    'Downloads/claude': ownSample('claude-ai'),
  })
  const opened: string[] = []
  const openRead: typeof machine.disk.openRead = (path) => {
    if (path.includes('/Downloads/')) opened.push(path.slice(machine.path('Downloads/').length))
    return machine.disk.openRead(path)
  }
  const counted = { ...machine, disk: { ...machine.disk, openRead } }
  const look = () => selectUnits(importers, counted, {}).tools.map(({ importer }) => importer.tool)
  try {
    const chats = fs.readFileSync(`${ownSample('chatgpt')}/conversations-000.json`, 'utf8')
    fs.writeFileSync(machine.path('Downloads/export.zip'), zipOf({ 'conversations.json': chats }))
    fs.writeFileSync(machine.path('Downloads/bill.json'), '{"total": 3, "items": []}')
    const found = ['chatgpt', 'claude-ai', 'open-webui']
    expect(look()).toEqual(found)
    expect([...opened].sort()).toEqual([...new Set(opened)].sort())
    expect(opened).toContain('bill.json')
    expect(opened).toContain('export.zip')
    opened.length = 0
    expect(look()).toEqual(found)
    expect(opened).toEqual([])
    const lens = fs.readFileSync(`${ownSample('librechat')}/Lens.json`)
    fs.writeFileSync(machine.path('Downloads/bill.json'), lens)
    expect(look()).toEqual([...found, 'librechat'])
    expect(opened).toEqual(['bill.json'])
  } finally {
    machine.remove()
  }
})
