import type { Unreadable } from '../../api/terminating.ts'
import type { Discovery } from '../../cluster/discovery/discovered.ts'
import type { Finding } from '../../cluster/scan/scan.ts'
import { describeFindings } from '../../cluster/survey.ts'
import type { Transport } from '../../cluster/transport/transport.ts'
import type { CommandContext } from '../../commandline/command.ts'
import type { ExplainedObject } from '../../diagnosis/explanation.ts'
import { type HeldIfDeleted, heldIfDeleted } from '../../diagnosis/held-if-deleted.ts'
import { heldOf } from '../../diagnosis/object-of.ts'

export interface NotTerminating {
  readonly objects: readonly ExplainedObject[]
  readonly heldIfDeleted: readonly HeldIfDeleted[]
  readonly unreadable: readonly Unreadable[]
}

/** Objects that were asked for and that nobody deleted: nothing holds them, but something would. */
export async function notTerminating(
  transport: Transport,
  discovery: Discovery,
  findings: readonly Finding[],
  context: CommandContext,
): Promise<NotTerminating> {
  if (findings.length === 0) return { objects: [], heldIfDeleted: [], unreadable: [] }
  const { clock, signal } = context
  const described = await describeFindings(transport, findings, { discovery, signal }, clock.now())
  const catalogue = await context.catalogue()
  const held = findings.map(({ type, meta }, index) => {
    const { finalizers, owners } = described.objects[index]!
    return { ...heldOf(type, meta), finalizers, owners }
  })
  return {
    objects: held.map(({ ref, finalizers, owners }) => ({
      ref,
      verdict: 'unknown',
      finalizers,
      owners,
      waitingFor: [],
      causes: [],
    })),
    heldIfDeleted: held.map(each => heldIfDeleted(each, catalogue)),
    unreadable: described.unreadable,
  }
}
