import type { KubeObject } from '../../api/object.ts'
import { type ObjectRef, refOf } from '../../api/object-ref.ts'
import { message, type Sentence } from '../../messages/sentence.ts'
import type { Action, ChangeResult, Step } from '../../plan/outcome.ts'
import type { Saved } from '../../plan/rescue/rescue.ts'
import { type Attempt, attempt } from '../attempt.ts'
import { type Fields, mergeFields } from '../requests.ts'
import type { Tools } from '../tools.ts'

/** One merge patch that sets a field, and is not sent where the field is so already. */
export interface Edit extends Saved {
  readonly action: Action
  /** The uid that it has by now; absent: that of the saved object. */
  readonly uid?: string | undefined
  readonly subresource?: '/status'
  isSo(now: KubeObject): boolean
  fields(now: KubeObject): Fields
  /** May reject with ApiFailure: then nothing is sent. */
  readonly hindrance?: ((now: KubeObject) => ChangeResult | undefined | Promise<ChangeResult | undefined>) | undefined
  /** What it means that another object of its name is there; absent: `changed`. */
  readonly other?: ChangeResult
  /** What is so then: `it has no replicas`. */
  readonly said: Sentence
  /** What has to follow from it; undefined: it did. */
  follows?(): Promise<ChangeResult | undefined>
}

/** Sets a field. Never rejects: what went wrong is in the step. An object that is gone is `gone`. */
export async function edit(it: Edit, tools: Tools): Promise<Step> {
  const { type, object, uid = object.metadata.uid } = it
  const ref: ObjectRef = { ...refOf(type, object.metadata), uid }
  const done = async (said: Sentence): Promise<ChangeResult> =>
    (tools.dryRun ? undefined : await it.follows?.()) ?? { result: tools.dryRun ? 'planned' : 'done', message: said }
  const change: Attempt = {
    ref,
    type,
    changes: () => [{ ref, action: it.action }],
    isMade: now => now !== undefined && now.metadata.uid === uid && it.isSo(now),
    async hindrance(now): Promise<ChangeResult | undefined> {
      if (now === undefined) return { result: 'gone', message: message('ItIsGone') }
      if (now.metadata.uid !== uid) {
        if (it.other !== undefined) return it.other
        const other = message('OtherUidExists', { uid: now.metadata.uid })
        return { result: 'changed', guard: 'Changed', message: other }
      }
      return (await it.hindrance?.(now)) ?? (it.isSo(now) ? done(message('AsBefore', { said: it.said })) : undefined)
    },
    send: (now, transport) =>
      mergeFields(type, now!, it.fields(now!), { transport, dryRun: tools.dryRun }, it.subresource),
    proof: async answer => {
      if (answer === undefined || it.isSo(answer)) return done(it.said)
      return { result: 'failed', message: message('RevertedByAdmission') }
    },
  }
  const [step] = await attempt(change, tools)
  return step!
}
