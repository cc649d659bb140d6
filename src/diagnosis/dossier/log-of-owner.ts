import type { OwnerReference } from '../../api/object.ts'
import { parseApiVersion, resourceName } from '../../api/resource-type.ts'
import { factFrom, type Sentence } from '../../messages/sentence.ts'
import { isCustom } from '../stuck-object.ts'
import { type Case, living } from './dossier.ts'
import { heardFrom, type Logged } from './log.ts'

export function controllingOwner({ held }: Case): OwnerReference | undefined {
  return held.meta.ownerReferences?.find(
    each => each.controller && isCustom({ type: parseApiVersion(each.apiVersion) }),
  )
}

/** The controller's last line about the owner, by whose name it may call what belongs to it (flyteorg/flyte#2262). */
export function loggedOfOwner(found: Case): readonly Logged[] {
  const owner = controllingOwner(found)
  if (owner === undefined) return []
  const { kind, name, uid } = owner
  const type = { ...found.held.type, ...parseApiVersion(owner.apiVersion), kind, plural: `${kind.toLowerCase()}s` }
  const ref = { ...found.held.ref, resource: resourceName(type), kind, name, uid }
  const { ofObject = [], perhapsOfObject = [] } =
    heardFrom(living(found), { ...found, held: { ...found.held, type, ref } }, false) ?? {}
  const last = [...perhapsOfObject, ...ofObject].slice(-1)
  const fact = (logged: Sentence) => factFrom('logs', 'LoggedOfOwner', { logged, owner: `${kind} ${name}` })
  return last.map(said => ({ ...said, evidence: fact(said.evidence.fact) }))
}
