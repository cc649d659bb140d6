import { namesKind } from '../../statements/in-use.ts'
import type { Quote } from '../../statements/quote.ts'
import { statusTexts } from '../../statements/status-texts.ts'
import { hasWord } from '../../statements/whole-word.ts'
import { english } from '../../statements/words/english.ts'
import { ownerType } from '../ownership/owner-lookup.ts'
import { terminatingAt, toldAwaited } from '../protections/told-awaited.ts'
import { mayName, referencesOf } from '../references/references.ts'
import { type Blocker, type RuleContext, type StuckObject, type Waited, wholeOf } from '../stuck-object.ts'

const WAITS = ['has to wait', 'kind to go', 'still there'] as const

/**
 * A custom resource whose status says that it waits and names an object that is being deleted, which owns it or is
 * named in its spec, in whatever namespace, or else what its words tell. Why is for the rule `controller`.
 */
export function toldToWait(held: StuckObject, context: RuleContext): readonly Blocker[] {
  if (!mayName(held)) return []
  const whole = wholeOf(held, context)
  const isTold = ({ fact }: Quote) => WAITS.some(says => english.has(says, fact))
  const texts = whole === undefined ? [] : statusTexts(whole).filter(isTold)
  if (whole === undefined || texts.length === 0) return []
  const targets = [...ownersOf(held, context), ...referencesOf(held, whole, context)]
  const named = targets.flatMap((target): readonly Waited[] => {
    const isNamed = hasWord(target.name)
    const said = texts.find(
      each => isNamed(each.fact) && (target.name !== held.ref.name || isMeant(target, each, held)),
    )
    const other = said && terminatingAt(target, context)
    if (other === undefined || other.ref.uid === held.ref.uid) return []
    return [{ ref: other.ref, reason: 'Named', held: other, said }]
  })
  const told = named.length > 0 ? named : texts.flatMap(said => toldAwaited(said, held, context, said))
  const waitingFor = [...new Map(told.map(each => [each.ref.uid, each])).values()]
  return waitingFor.length === 0 ? [] : [{ verdict: 'waiting', waitingFor }]
}

/** Not the object itself, which has the same name: by another kind, or by its own namespace. */
function isMeant({ type, namespace, name }: Target, quote: Quote, { ref }: StuckObject): boolean {
  if (type.kind === ref.kind) return quote.fact.includes(`${namespace}/${name}`) && namespace !== ref.namespace
  const words = { ...quote, fact: quote.fact.toLowerCase() }
  return namesKind(words, `(?:${type.kind.toLowerCase()}|${type.plural})`)
}

type Target = Parameters<typeof terminatingAt>[0]

function ownersOf({ meta, ref }: StuckObject, context: RuleContext): readonly Target[] {
  return (meta.ownerReferences ?? []).flatMap(owner => {
    const type = ownerType(owner, context)
    if (type === undefined) return []
    return { type, namespace: type.namespaced ? ref.namespace : undefined, name: owner.name, uid: owner.uid }
  })
}
