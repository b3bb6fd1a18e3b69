import { describe, expect, it } from 'vitest'
import { says } from '../../agent/scripted-model.suite.ts'
import { chatHarness } from './chat-harness.suite.ts'
import { runSlash } from './run-slash.ts'

describe('slash commands', () => {
  it.each(['/help', '/HELP', '  /help  '])('%j lists the commands', async (line) => {
    const { slash } = await chatHarness()
    expect(await slash(line)).toContain('/session …')
  })

  it.each(['/exit', '/quit'])('%s leaves', async (line) => {
    const { context } = await chatHarness()
    expect(await runSlash(line, context)).toEqual({ lines: [], exit: true })
  })

  it.each([
    ['/sesion list', 'Unknown command "/sesion".', 'Did you mean /session?'],
    ['/modle', 'Unknown command "/modle".', 'Did you mean one of these: /mode, /model?'],
    ['/hlep', 'Unknown command "/hlep".', 'Did you mean /help?'],
    ['/frobnicate', 'Unknown command "/frobnicate".', 'See /help.'],
    ['/', 'Unknown command "/".', 'See /help.'],
    ['/constructor', 'Unknown command "/constructor".', 'See /help.'],
  ])('%j is unknown, with the nearest that is known', async (line, message, hint) => {
    const { slash } = await chatHarness()
    await expect(slash(line)).rejects.toMatchObject({ code: 'usage', message, hint })
  })

  it('speaks Portuguese', async () => {
    const { slash } = await chatHarness({ language: 'pt-BR' })
    await expect(slash('/sesion')).rejects.toMatchObject({ hint: 'Você quis dizer /session?' })
    expect(await slash('/mode')).toBe('Modo: chat.')
    expect(await slash('/help')).toContain('/exit              sair')
  })
})

describe('/mode', () => {
  it('changes how the next turn is', async () => {
    const { slash, chat } = await chatHarness()
    expect(await slash('/mode Coder')).toBe('Mode: coder.')
    expect(chat.mode).toBe('coder')
    await expect(slash('/mode turbo')).rejects.toMatchObject({
      message: 'There is no mode "turbo".',
      hint: expect.stringContaining('agent') as unknown,
    })
    expect(chat.mode).toBe('coder')
  })
})

describe('/model and /provider', () => {
  it('tell which model answers', async () => {
    const { slash } = await chatHarness({ answers: [] })
    expect(await slash('/model')).toBe('Talking to parrot-1 (scripted).')
    expect(await slash('/provider')).toBe('Talking to parrot-1 (scripted).')
  })

  it('tell that there is none', async () => {
    const { slash } = await chatHarness()
    expect(await slash('/model')).toContain('No model is set up')
  })

  it('refuse what does not exist, and change nothing', async () => {
    const { slash, chat } = await chatHarness({ answers: [] })
    await expect(slash('/provider nowhere')).rejects.toMatchObject({ code: 'usage' })
    expect(chat.model?.id).toBe('parrot-1')
  })
})

describe('/cost', () => {
  it('tells that no model has answered, and that a server gave no figures', async () => {
    const { slash, say } = await chatHarness({ answers: [says('hm')] })
    expect(await slash('/cost')).toBe('No model has answered yet.')
    await say('hello')
    expect(await slash('/cost')).toBe('1 answer without figures.')
  })
})

describe('/config', () => {
  it('shows how the conversation stands, and the settings that are about it', async () => {
    const { slash } = await chatHarness()
    await slash('/session attach sea')
    const shown = await slash('/config session')
    expect(shown).toContain('Bound to "sea" (0 messages).')
    expect(shown).toMatch(/^Transcript: tr-/m)
    expect(shown).toMatch(/^autosave +on +default$/m)
  })

  it('reads what stands in the file now, and tells when it counts', async () => {
    const { slash } = await chatHarness()
    expect(await slash('/config set timeout 3m')).toMatch(/^timeout is now 3m\.\n.*next start of chatcli/s)
    expect(await slash('/config set mode agent')).toContain('mode is now agent.')
    expect(await slash('/config get timeout')).toBe('3m')
    expect(await slash('/config unset timeout')).toContain('no longer in config.toml')
    expect(await slash('/config get timeout')).toBe('5m')
  })
})

describe('/search', () => {
  it('searches all conversations', async () => {
    const { slash } = await chatHarness()
    expect(await slash('/search "token bucket"')).toContain('• proj-acme')
  })
})
