import { actionSummary } from './github-action.ts'
import { holmesAnswers } from './holmesgpt.ts'
import { k9sExplain, k9sPreflight } from './k9s.ts'
import { mcpSession } from './mcp.ts'
import { pipelineLog } from './pipeline.ts'
import { type Practice, practice } from './practice.ts'
import { stable } from './stable.ts'

const SCREENS = {
  'k9s-explain': k9sExplain,
  'k9s-preflight': k9sPreflight,
  'github-action': actionSummary,
  pipeline: pipelineLog,
  mcp: mcpSession,
  holmesgpt: holmesAnswers,
} satisfies Record<string, (on: Practice) => Promise<string>>

export type ScreenName = keyof typeof SCREENS

/** The incident that all screens are about. */
export const INCIDENT = 'operator-uninstalled'

/** What each integration shows its user of the practice cluster, made by the program in this file as its user would. */
export async function screens(program: string): Promise<ReadonlyMap<ScreenName, string>> {
  await using on = await practice(program, INCIDENT)
  const made = new Map<ScreenName, string>()
  for (const [name, show] of Object.entries(SCREENS)) made.set(name as ScreenName, stable(await show(on), on.folder))
  return made
}
