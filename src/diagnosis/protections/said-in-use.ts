import type { KubeObject } from '../../api/object.ts'
import { saysInUse } from '../controller/wording.ts'
import type { Evidence } from '../explanation.ts'
import { statusTexts } from '../references/told-missing.ts'
import { wholeWord } from '../whole-word.ts'
import { CONDITION_FREE, TOLD_FREE, TOLD_IN_USE } from './in-use.ts'

/** An entry of `status.conditions`. */
export interface Condition {
  readonly type?: string
  readonly status?: string
  readonly reason?: string
  readonly message?: string
}

const toldKnown = new WeakMap<KubeObject, { readonly told: Evidence | undefined }>()

/** The text in which an object says that others still use it. */
export function toldInUse(whole: KubeObject): Evidence | undefined {
  const known = toldKnown.get(whole) ?? {
    told: statusTexts(whole).find(({ fact }) => TOLD_IN_USE.test(fact) && !TOLD_FREE.test(fact)),
  }
  toldKnown.set(whole, known)
  return known.told
}

/** Whether a condition says that others use it: `InUse=True`, or `DependentsExist` as the reason of one that is not as it should be. */
export function isSaidInUse({ status }: KubeObject): boolean {
  const { conditions } = (status ?? {}) as { conditions?: unknown }
  if (!Array.isArray(conditions)) return false
  return (conditions as readonly Condition[]).some(each => {
    const { type = '', status, reason = '' } = each ?? {}
    return status === 'True' ? saysInUse(type) && !CONDITION_FREE.test(reason) : saysInUse(reason)
  })
}

/** The condition (`StillReferenced=True`, `Ready=False InUse`) by which an object says that this user, by its name, uses it. */
export function conditionNaming({ metadata: { name } }: KubeObject, whole: KubeObject): Evidence | undefined {
  const { conditions } = (whole.status ?? {}) as { conditions?: unknown }
  if (!Array.isArray(conditions)) return undefined
  const word = nameIn(name)
  const said = (conditions as readonly Condition[]).find(({ type = '', status, reason = '', message = '' }) => {
    const isByType = saysInUse(type) && status === 'True' && !CONDITION_FREE.test(reason)
    return (isByType || (saysInUse(reason) && !TOLD_FREE.test(message))) && word.test(message)
  })
  if (said === undefined) return undefined
  const { type, status, reason = '', message = '' } = said
  return { fact: `condition ${type}=${status} ${reason}: ${message}`, source: 'status.conditions' }
}

/** The name as a whole word, with the namespace that may stand before it. */
export function nameIn(name: string): RegExp {
  return new RegExp(`(?:([a-z0-9-]+)/)?${wholeWord(name)}`)
}
