import type { Dependent } from '../../api/fact.ts'
import type { KubeObject } from '../../api/object.ts'
import type { ResourceType } from '../../api/resource-type.ts'
import { readWhole } from '../../cluster/read-whole.ts'
import { message, type Sentence, sentenceOf } from '../../messages/sentence.ts'
import type { ChangeResult } from '../../plan/outcome.ts'
import type { Saved } from '../../plan/rescue/rescue.ts'
import type { Tools } from '../tools.ts'

/** What a rescue is lent beside what every change is. */
export interface RescueTools extends Tools {
  /** Every object that names one of these uids as owner. Rejects with ApiFailure when a type could not be read. */
  findDependents(uids: readonly string[]): Promise<readonly Dependent[]>
  /**
   * A controller of these finalizers that runs now, and did not when the plan was made: `deployment/x in namespace y`.
   * Rejects with ApiFailure.
   */
  findNewController(units: readonly Saved[]): Promise<string | undefined>
}

const PAUSE_SECONDS = 0.25

/** A type that every API server serves alike: known without discovery. */
export function builtinType(group: string, plural: string, kind: string, namespaced = true): ResourceType {
  const names = { plural, kind, singular: kind.toLowerCase(), shortNames: [], categories: [] }
  return { group, version: 'v1', ...names, namespaced, verbs: ['get'] }
}

export const CLAIMS = builtinType('', 'persistentvolumeclaims', 'PersistentVolumeClaim')
export const VOLUMES = builtinType('', 'persistentvolumes', 'PersistentVolume', false)

/**
 * Looks until `accept` holds for the object of this name, within the time of `--timeout`. undefined: it does; else the
 * message, with `what` like `it is not Bound`. Never rejects.
 */
export function waitUntil(
  type: ResourceType,
  named: { readonly name: string; readonly namespace?: string },
  accept: (now: KubeObject | undefined) => boolean,
  what: Sentence,
  tools: Tools,
): Promise<ChangeResult | undefined> {
  const { transport, signal } = tools
  return waitWhile(async () => (accept(await readWhole(transport, type, named, signal)) ? undefined : ''), what, tools)
}

/** The same for any look; `look` answers what is in the way, maybe without words, or undefined. Never rejects. */
export async function waitWhile(
  look: () => Promise<Sentence | undefined>,
  what: Sentence,
  { clock, signal, waitSeconds }: Tools,
): Promise<ChangeResult | undefined> {
  const end = clock.elapsed() + waitSeconds
  for (let why: Sentence | undefined; ; ) {
    try {
      why = await look()
      if (why === undefined) return undefined
    } catch (error) {
      why = sentenceOf(error)
    }
    if (signal.aborted) return { result: 'timeout', message: message('InterruptedWaiting', { what }) }
    const found = why === '' ? {} : { found: why }
    if (clock.elapsed() >= end)
      return { result: 'timeout', message: message('NotYet', { what, seconds: waitSeconds, ...found }) }
    await clock.sleep(PAUSE_SECONDS, signal)
  }
}
