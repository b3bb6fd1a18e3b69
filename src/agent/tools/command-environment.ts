/** Environment variables by name. */
type Environment = Readonly<Record<string, string | undefined>>

const ofProviders =
  /^(ANTHROPIC|CLAUDE\w*|OPENAI|OPENROUTER|GEMINI|GOOGLE|GOOGLEAI|GOOGLE_GENERATIVE_AI|OLLAMA)_API_KEY$/i
const ofThisProgram = /^CHATCLI_\w*(KEY|TOKEN|SECRET|PASSWORD)\w*$/i

/** No pager, no editor, no question on the terminal can be answered. */
const quiet: Environment = {
  TERM: 'dumb',
  NO_COLOR: '1',
  PAGER: 'cat',
  GIT_PAGER: 'cat',
  GIT_TERMINAL_PROMPT: '0',
}

/** What a command of a model gets of our environment: not the keys of providers, nor our own. */
export function commandEnvironment(environment: Environment): Record<string, string | undefined> {
  const kept = Object.entries(environment).filter(
    ([name]) => !ofProviders.test(name) && !ofThisProgram.test(name) && name !== 'FORCE_COLOR',
  )
  return { ...Object.fromEntries(kept), ...quiet }
}
