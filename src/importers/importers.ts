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
import { crush } from './crush/crush.ts'
import { cursor } from './cursor/cursor.ts'
import { goose } from './goose/goose.ts'
import { hermes } from './hermes/hermes.ts'
import type { Importer } from './importer.ts'
import { librechat } from './librechat/librechat.ts'
import { llm } from './llm/llm.ts'
import { openWebui } from './open-webui/open-webui.ts'
import { kiloCode, opencode } from './opencode/opencode.ts'
import { pi } from './pi/pi.ts'
import { plain } from './plain/plain.ts'

/**
 * Every importer. Of two that claim a file the first one gets it: those that know their files surely stand first, plain
 * texts last.
 */
export const importers: readonly Importer[] = [
  geminiCli,
  cursor,
  copilot,
  cline,
  claudeCode,
  codex,
  pi,
  opencode,
  kiloCode,
  goose,
  hermes,
  llm,
  crush,
  chatcliGo,
  continueDev,
  aider,
  aichat,
  chatgpt,
  claudeAi,
  openWebui,
  librechat,
  plain,
]
