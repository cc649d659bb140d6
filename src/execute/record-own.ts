import { message } from '../messages/sentence.ts'
import type { ChangeResult, Step } from '../plan/outcome.ts'
import { isOwn, isRemovable } from '../plan/own-types.ts'
import { type OwnObject, ownChange } from '../plan/plan.ts'
import { type Attempt, attempt } from './attempt.ts'
import { createObject, deleteObject, mergeFields, type Sending } from './requests.ts'
import type { Backups, Tools } from './tools.ts'

/** What recording one may take. */
const MAX_SECONDS = 5

/** What this program wrote itself is in no backup. */
const NO_BACKUPS: Backups = { keep: async () => '', keepList: async () => '' }

/**
 * Creates an object of this program's own, or sets fields on or removes just the state of it that was read, in one try,
 * and never with a finalizer. Never rejects: what went wrong is in the step.
 */
export async function recordOwn(own: OwnObject, tools: Tools): Promise<Step> {
  const { type, object, sets, removes } = own
  const change = ownChange(own)
  const { dryRun } = tools
  const it: Attempt = {
    ref: change.ref,
    type,
    changes: () => [change],
    ...(sets === undefined && !removes ? { isNew: true } : { asRead: object }),
    maxTries: 1,
    isMade: () => false,
    hindrance: () => (isAllowed(own) ? undefined : NOT_OWN),
    send: (_, transport) => send(own, { transport, dryRun }),
    proof: async () => ({ result: dryRun ? 'planned' : 'done' }),
  }
  const [step] = await attempt(it, { ...tools, backups: NO_BACKUPS, waitSeconds: MAX_SECONDS })
  return step!
}

async function send({ type, object, sets, removes }: OwnObject, sending: Sending) {
  if (sets !== undefined) return mergeFields(type, object, sets, sending)
  if (!removes) return createObject(type, object, sending)
  await deleteObject(type, object, 'Background', sending)
  return undefined
}

function isAllowed({ type, object, removes }: OwnObject): boolean {
  if (object.metadata.finalizers?.length && !removes) return false
  return removes ? isRemovable(type, object) : isOwn(type, object)
}

const NOT_OWN: ChangeResult = { result: 'refused', message: message('NotOwnObject') }
