import { isMisplacedName, NAMESPACE, OF_KUBERNETES } from '../../api/builtin-finalizers.ts'
import { whenAnswered } from '../answered.ts'
import { decide } from '../decide/decide.ts'
import { dossierOf } from '../dossier/dossier.ts'
import type { Blocker, RuleContext, StuckObject } from '../stuck-object.ts'
import { isMisplaced } from './finalizer-misplaced.ts'

/** Who should remove each finalizer that is not Kubernetes' own, and why they do not. */
export function controller(held: StuckObject, context: RuleContext): readonly Blocker[] {
  if (held.meta.deletionTimestamp === undefined) return []
  return foreignFinalizers(held).flatMap(name => whenAnswered(() => decide(dossierOf(held, name, context))) ?? [])
}

/** Those that have no rules of their own. */
export function foreignFinalizers(held: StuckObject): readonly string[] {
  const foreign = held.finalizers.filter(
    ({ name, field }) =>
      (field === 'spec' ? name !== NAMESPACE : !isOfKubernetes(name, held.ref.resource)) && !isMisplaced(held, name),
  )
  // The API lets a list name one twice.
  return [...new Set(foreign.map(({ name }) => name))]
}

/** One with rules of its own, on its own type; elsewhere a program may use the name for itself. */
function isOfKubernetes(name: string, resource: string): boolean {
  return OF_KUBERNETES.has(name) && !isMisplacedName(name, resource)
}
