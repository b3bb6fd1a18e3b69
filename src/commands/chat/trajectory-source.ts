import { holdsRecalled } from '../../agent/holds-recalled.ts'
import type { Tool } from '../../agent/tool.ts'
import { createTrajectoryTool } from '../../agent/tools/trajectory-tool.ts'
import type { TrajectoryFolder } from '../../agent/trajectory-folder.ts'
import type { ChatCli } from '../../chatcli.ts'
import type { ProjectFiles } from '../../disk/project-files.ts'
import type { Catalogue } from '../../text/catalogue.ts'
import { exportActive } from './export-active.ts'
import { recallConsent } from './recall-consent.ts'
import type { ComingTurn, TurnSource } from './turn-source.ts'

export interface TrajectorySourceOptions {
  readonly chatcli: ChatCli
  readonly folder: TrajectoryFolder
  /** Those of the working folder. */
  readonly files: () => ProjectFiles
  readonly newMark: () => string
  readonly text: Catalogue
}

/** Gives an agent the tool `trajectory`; a model that only talks has no use for files. */
export function trajectorySource({ chatcli, text, ...given }: TrajectorySourceOptions): TurnSource {
  let turn: Pick<ComingTurn, 'conversation' | 'model'> | undefined
  const current = (): Pick<ComingTurn, 'conversation' | 'model'> => {
    if (turn === undefined) throw new Error('No turn has begun')
    return turn
  }
  const consent = (): ReturnType<typeof recallConsent> => {
    const { conversation, model } = current()
    const isRecalled = conversation.messages.some(({ content }) => holdsRecalled(content))
    return isRecalled ? recallConsent(model, text) : undefined
  }
  const tool: Tool = createTrajectoryTool({
    ...given,
    exported: (format) => exportActive(chatcli, current().conversation, format),
    conversation: () => current().conversation.live.transcriptId,
    consent,
  })
  return (coming) => {
    turn = coming
    return Promise.resolve(coming.mode === 'chat' ? {} : { tools: [tool] })
  }
}
