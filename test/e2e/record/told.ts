import type { Unreadable } from '../../../src/api/terminating.ts'
import type { Cause, ExplainedObject } from '../../../src/render/words/explanation.ts'

/** Of an answer of `explain -o json`. */
export interface Answer {
  readonly takenAt: string
  /** Everything could be read. */
  readonly complete: boolean
  readonly unreadable: readonly Unreadable[]
  readonly causes: readonly Cause[]
  readonly objects: readonly ExplainedObject[]
}

/** Flags that lead to a cluster, each with its value: who records gives them, who explains the recording does not. */
export const LEADS = ['--kubeconfig', '--context', '--as', '--token', '--server']

export type Told = ReturnType<typeof told>
export type ToldCause = Told['causes'][number]
export type ToldObject = Told['objects'][number]

/** What is not about the time of the look: codes, subjects, what each holds, verdicts and remedies; and when the look began. */
export function told({ takenAt, complete, unreadable, causes, objects }: Answer) {
  const began = Date.parse(takenAt)
  return {
    began,
    complete,
    /** What could not be read, and why. */
    lost: unreadable.map(({ resource, reason }) => `${resource} ${reason}`).sort(),
    /** When the deletion of each object was asked for, in milliseconds; of those alone that are being deleted. */
    asked: new Map(
      objects
        .filter(({ deletionTimestamp }) => deletionTimestamp !== undefined)
        .map(({ ref, ageSeconds = 0 }) => [ref.uid, began - ageSeconds * 1000]),
    ),
    causes: causes
      .map(({ id, code, verdict, subject, blocks, remedies }) => ({
        id,
        code,
        verdict,
        subject,
        blocks: blocks.map(({ uid }) => uid).sort(),
        remedies: remedies.map(({ kind, risk, commands, leaks }) => ({
          kind,
          risk,
          leaks,
          commands: commands.map(timelessCommand),
        })),
      }))
      .sort((a, b) => (a.id < b.id ? -1 : 1)),
    objects: objects
      .map(({ ref, verdict, waitingFor, causes: ids }) => ({
        uid: ref.uid,
        name: `${ref.kind} ${ref.name}`,
        verdict,
        waitingFor: waitingFor.map(each => `${each.reason} ${each.ref.uid}`).sort(),
        causes: [...ids].sort(),
      }))
      .sort((a, b) => (a.uid < b.uid ? -1 : 1)),
  }
}

/** What is told of a cluster in which there is nothing of what was asked for. */
export const nothingTold = (): Told =>
  told({ takenAt: new Date().toISOString(), complete: true, unreadable: [], causes: [], objects: [] })

/** The uid of what an edge leads to. */
export const targetOf = (edge: string): string => edge.slice(edge.indexOf(' ') + 1)

/** Without what is of the moment, and without the flags of who looked: there is no cluster that they could lead to. */
function timelessCommand(command: string): string {
  return command
    .replace(/--timeout \d+s/, '--timeout')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'TIME')
    .replaceAll(new RegExp(` (?:${LEADS.join('|')})[= ]\\S+`, 'g'), '')
}
