import { aider } from './aider/aider.ts'
import { aichat } from './aichat/aichat.ts'
import { chatcliGo } from './chatcli-go/chatcli-go.ts'
import { chatgpt } from './chatgpt/chatgpt.ts'
import { claudeAi } from './claude-ai/claude-ai.ts'
import { claudeCode } from './claude-code/claude-code.ts'
import { cline } from './cline/cline.ts'
import { codex } from './codex/codex.ts'
import { geminiCli } from './gemini-cli/gemini-cli.ts'
import { continueDev } from './continue/continue-dev.ts'
import { copilot } from './copilot/copilot.ts'
import { cursor } from './cursor/cursor.ts'
import type { Importer } from './importer.ts'
import { librechat } from './librechat/librechat.ts'
import { openWebui } from './open-webui/open-webui.ts'
import { pi } from './pi/pi.ts'

/** Every importer. Of two that claim a path the first one gets it: those that know their files surely stand first. */
export const importers: readonly Importer[] = [
  claudeCode,
  codex,
  pi,
  geminiCli,
  copilot,
  cursor,
  cline,
  chatcliGo,
  continueDev,
  aider,
  aichat,
  chatgpt,
  claudeAi,
  openWebui,
  librechat,
]
