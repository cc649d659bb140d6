import type { ObjectRef } from '../../api/object-ref.ts'
import type { Cause, CauseCode } from '../explanation.ts'
import { BY_ORDER } from '../held.ts'
import type { Foreseen } from './foresee.ts'
import type { Wave } from './foreseen.ts'
import { lostBy } from './lost-webhooks.ts'
import { DEFINITIONS } from './reach.ts'

/**
 * The order in which all of it would go, each wave when all of the one before are gone; none where something would be held whatever the
 * order is. What a controller or a webhook in reach is needed for comes before the rest.
 */
export function orderOf(foreseen: Foreseen, causes: readonly Cause[]): readonly Wave[] {
  const { reach, diagnosis } = foreseen
  const holding = causes.filter(({ verdict }) => verdict !== 'progressing')
  if (!holding.every(cause => isOfOrder(cause, foreseen))) return []
  const targets = [...reach.values()].filter(({ why }) => why === 'Target').map(({ held }) => held.ref)
  const first: Unnumbered[] = []
  const taken = new Set<string>()
  for (const cause of holding) {
    const refs = [...diagnosis.direct]
      .filter(([uid, direct]) => !taken.has(uid) && direct.some(each => each.cause.id === cause.id))
      .flatMap(([uid]) => reach.get(uid)?.held.ref ?? [])
    if (refs.length === 0) continue
    for (const { uid } of refs) taken.add(uid)
    first.push({
      reason: REASONS[cause.code] ?? 'NeedsOther',
      refs,
      ...('uid' in cause.subject && { before: [cause.subject] }),
    })
  }
  return numbered([...first, ...byKind(targets.filter(({ uid }) => !taken.has(uid)))])
}

/** The order by kind alone: CRDs and namespaces, with which others go, come last. */
export function plainOrder(targets: readonly ObjectRef[]): readonly Wave[] {
  return numbered(byKind(targets))
}

const REASONS: Partial<Record<CauseCode, Wave['reason']>> = {
  WebhookUnavailable: 'NeedsWebhook',
  ControllerMissing: 'NeedsController',
}

type Unnumbered = Omit<Wave, 'wave'>

function byKind(refs: readonly ObjectRef[]): readonly Unnumbered[] {
  const of = (is: (ref: ObjectRef) => boolean): readonly ObjectRef[] => refs.filter(is)
  const kinds: readonly Unnumbered[] = [
    { reason: 'Rest', refs: of(({ resource }) => resource !== DEFINITIONS && resource !== 'namespaces') },
    { reason: 'Definitions', refs: of(({ resource }) => resource === DEFINITIONS) },
    { reason: 'Namespaces', refs: of(({ resource }) => resource === 'namespaces') },
  ]
  return kinds.filter(kind => kind.refs.length > 0)
}

function numbered(waves: readonly Unnumbered[]): readonly Wave[] {
  return waves.map((wave, index) => ({ wave: index + 1, ...wave }))
}

const OTHERS: ReadonlySet<CauseCode> = new Set(['ControllerForbidden', 'ReferenceMissing'])

/** Whether it only comes of what is deleted together. */
function isOfOrder({ code, subject, evidence }: Cause, { reach, lost }: Foreseen): boolean {
  // What its cleanup needs is deleted at the same time: a right of its controller, or what the object names.
  if (OTHERS.has(code)) return evidence.some(({ source }) => source === BY_ORDER)
  if (code === 'WebhookUnavailable') return lostBy(subject, lost.webhooks).length > 0
  return code === 'ControllerMissing' && 'uid' in subject && reach.has(subject.uid) && subject.resource !== DEFINITIONS
}
