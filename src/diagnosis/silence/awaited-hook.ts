import { OF_KUBERNETES } from '../../api/builtin-finalizers.ts'
import { spaced } from '../../api/camel-case.ts'
import { seenOf } from '../../api/fact.ts'
import { message } from '../../messages/sentence.ts'
import { conditions } from '../../statements/words/conditions.ts'
import { type Case, dossierOf, living, tieOfCandidate } from '../dossier/dossier.ts'
import { heardFrom } from '../dossier/log.ts'
import { toRepair } from '../explanation.ts'
import { isProgram, isTelling, writerOf } from '../managers.ts'
import { commandOn } from '../shell-quote.ts'
import { readHeld } from '../stuck-object.ts'

/**
 * A hook, as an annotation, that the object says it waits for: most likely the controller of its owner put it there,
 * and tells in its log what it is at, with the owner or with the object.
 */
export function awaitedHook({ held, reports, context }: Case) {
  const { ref, meta, owners } = held
  const { annotations = {}, deletionTimestamp } = meta
  const told = reports.waits.map(({ fact }) => spaced(fact).toLowerCase().replaceAll('-', ' '))
  const hook = Object.keys(annotations).find(key => {
    const [, step] = conditions.find('hook', key)
    return step && told.some(fact => fact.includes('hook') && fact.includes(step.replace('-', ' ')))
  })
  if (hook === undefined) return undefined
  const { resource, namespace, name, uid } = owners.find(({ controller }) => controller)?.ref ?? {}
  const whole = resource && name && seenOf(context.facts.read({ about: 'object', resource, namespace, name }))
  const by = whole && whole.metadata.uid === uid ? readHeld(whole, context) : undefined
  const own = by?.finalizers.find(each => !OF_KUBERNETES.has(each.name))
  // Of an owner that lives, it is the object's deletion since when its controller is heard.
  const asked = by && { ...by, meta: { ...by.meta, deletionTimestamp } }
  const ofOwner = asked && own && dossierOf(asked as typeof by, own.name, context)
  const who = ofOwner ? living(ofOwner).filter(each => tieOfCandidate(ofOwner, each) !== undefined) : []
  const heard = ofOwner ? [ofOwner, { ...ofOwner, held }].map(each => heardFrom(who, each, false)?.ofObject ?? []) : []
  const said = heard.flatMap(lines => lines.findLast(({ means }) => means === 'failing') ?? lines.slice(-1))
  const manager = writerOf(meta, ['f:metadata', 'f:annotations', `f:${hook}`])?.manager ?? 'manager'
  const isOfOwner = by !== undefined && manager.replaceAll('-', '').includes(by.ref.kind.toLowerCase())
  const isOthers = isTelling(manager) ? !isOfOwner : !isProgram(manager)
  const of = { object: `${ref.kind} ${ref.name}`, hook, manager: isOthers ? manager : undefined }
  const owner = isOthers ? undefined : by && `${by.ref.kind} ${by.ref.name}`
  const remove = commandOn(ref, 'annotate', `${hook}-`)
  return {
    key: `/hook/${hook}/${ref.uid}`,
    who: who[0]?.workload,
    summary: message('HookAwaited', { ...of, owner, isEnding: by?.ageSeconds !== undefined }),
    evidence: said.map(({ evidence }) => evidence),
    remedies: [toRepair(message('RemoveHook', { hook }), [remove], 'medium')],
  }
}
