import * as assert from 'uvu/assert'
import type { Cause } from '../../../src/render/words/explanation.ts'
import type { Thing } from '../rig/api.ts'
import { run } from '../rig/rig.ts'
import { carryOut } from './carry-out.ts'
import { type Explained, explained } from './explained-e2e.ts'
import type { Stage } from './stage.ts'

/** What somebody met, as the thread tells it, and what has to be said of it. */
export interface Incident {
  /** `owner/repository#number`. */
  readonly thread: string
  /** Puts it together; the thing is being deleted then. */
  readonly make: (stage: Stage) => Promise<Made>
  /** Code of the only cause, and the thing's verdict: `CODE verdict`. */
  readonly cause: string
  /** What `remove` of the finalizer is refused by; absent: it would pass. */
  readonly guard?: string
  /** Words of the summary, or of the evidence. */
  readonly says: RegExp
  /**
   * What ends it: the commands of the last repair, after which the controller finishes; those of the removal; or the
   * controller alone, where no command is printed that changes anything.
   */
  readonly ends: 'repair' | 'remove' | 'controller'
}

export interface Made {
  readonly thing: Thing
  readonly finalizer: string
  /** `Kind/name` of the cause's subject; the thing unless said. Of several that show one cause it is any. */
  readonly subjects?: readonly string[] | RegExp
  /** What else it holds: the namespace, an owner. */
  readonly holds?: readonly Thing[]
  /** What the controller does once it can, or does anyway; takes the finalizers off unless said. */
  readonly finish?: () => Promise<unknown>
}

/** Programs that run at once: more would only wait for each other. */
const AT_ONCE = 3

/** Puts all of them into one cluster, explains it once, and ends each by what is printed. Fails with all that is not as it should be. */
export async function showIncidents(stage: Stage, incidents: readonly Incident[]): Promise<void> {
  const made = await Promise.all(incidents.map(async incident => [incident, await incident.make(stage)] as const))
  const answer = await explained([], { env: stage.env })
  const wrong: string[] = []
  await eachOf(made, async ([incident, each]) => {
    const found = await judge(stage, answer, incident, each)
    if (found !== undefined) wrong.push(`${incident.thread}: ${found}`)
  })
  assert.equal(wrong, [])
  await eachOf(made, ([incident, each]) => end(stage, answer, incident, each))
}

async function eachOf<Item>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> {
  const left = items.values()
  const worker = async () => {
    for (const item of left) await work(item)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
}

/** What is wrong with the answer for one of them; undefined: nothing. */
async function judge(
  stage: Stage,
  answer: Explained,
  { cause: wanted, guard, says, ends }: Incident,
  { thing, finalizer, subjects = [nameOf(thing)], holds = [] }: Made,
): Promise<string | undefined> {
  const causes = causesOf(answer, thing)
  const object = answer.objects.find(({ ref }) => ref.uid === thing.metadata.uid)
  const [cause] = causes
  const found = causes.map(({ code }) => `${code} ${object!.verdict}`).join()
  const told = causes
    .map(({ summary, evidence }) => [summary, ...evidence.map(({ fact }) => fact)].join('\n'))
    .join('\n\n')
  if (found !== wanted) return `${nameOf(thing)} is ${found}: ${told}`
  const subject = `${cause!.subject.kind}/${cause!.subject.name}`
  const isMeant = subjects instanceof RegExp ? subjects.test(subject) : subjects.includes(subject)
  if (!isMeant) return `the subject is ${subject}`
  const held = new Set(cause!.blocks.map(({ uid }) => uid))
  const free = [thing, ...holds].filter(each => !held.has(each.metadata.uid))
  if (free.length > 0) return `does not hold ${free.map(nameOf).join(', ')}`
  if (!says.test(told)) return `does not say ${says}: ${told}`
  if (ends !== 'controller' && commandsOf(cause!, ends).length === 0) return `prints no ${ends}`
  const refused = await guardOf(stage, thing, object!.ref.resource, finalizer)
  return refused === guard ? undefined : `refused by ${refused} instead of ${guard}`
}

const nameOf = ({ kind, metadata }: Thing): string => `${kind}/${metadata.name}`

function causesOf({ objects, causes }: Explained, { metadata }: Thing): readonly Cause[] {
  const ids = objects.find(({ ref }) => ref.uid === metadata.uid)?.causes ?? []
  return causes.filter(({ id }) => ids.includes(id))
}

function commandsOf({ remedies }: Cause, kind: 'repair' | 'remove'): readonly string[] {
  return remedies.findLast(each => each.kind === kind && each.commands.length > 0)?.commands ?? []
}

/** The guard that refuses the removal; undefined where it would pass. */
async function guardOf(stage: Stage, thing: Thing, resource: string, finalizer: string): Promise<string | undefined> {
  const { name, namespace } = thing.metadata
  const place = namespace === undefined ? [] : ['-n', namespace]
  const words = ['remove', `${resource}/${name}`, ...place, '--finalizer', finalizer, '--yes', '-o', 'json']
  const { code, stdout, stderr } = await run([...words, '--dry-run=server'], { env: stage.env })
  const [step] = stdout === '' ? [] : JSON.parse(stdout).steps
  if (code === 0) return undefined
  return code === 3 ? step.guard : `exit ${code}: ${step?.result} ${stderr}`
}

/** Carries out what is printed, has the controller finish, and waits until it is gone. */
async function end(stage: Stage, answer: Explained, { ends }: Incident, { thing, holds = [], finish }: Made) {
  const [cause] = causesOf(answer, thing)
  // A command may be for several objects; what another incident ended already is not there any more.
  if (ends !== 'controller' && (await stage.api.get(thing)) !== undefined) {
    for (const command of commandsOf(cause!, ends)) {
      await carryOut(ends === 'remove' ? `${command} --yes` : command, stage.env)
    }
  }
  if (ends !== 'remove') await (finish ?? (() => stage.finish(thing)))()
  await stage.api.waitGone(thing)
  for (const each of holds.filter(({ kind }) => kind === 'Namespace')) await stage.api.waitGone(each)
}
