import { type Case, living } from './dossier.ts'
import { heardOf } from './log.ts'

/**
 * The case with the one workload alone whose log names the object since the deletion, where several may be the
 * controller, or where one that has a controller's role here is passed over for what is known to run elsewhere.
 * undefined: there is no choice, or the logs leave it open.
 */
export function namedInLog(found: Case): Case | undefined {
  const { search, held } = found
  const running = living(found)
  const isHidden = search.candidates.length === 0
  const candidates = isHidden ? search.hidden : running
  if (candidates.length < (isHidden ? 1 : 2)) return undefined
  const heard = heardOf({ ...found, search: { ...search, candidates } })
  if (heard === undefined) return undefined
  const { ofObject, perhapsOfObject } = heard
  // A name of what is in no namespace is whole without one.
  const lines = ofObject.length > 0 || held.ref.namespace !== undefined ? ofObject : perhapsOfObject
  const [who, ...others] = new Set(lines.map(({ source }) => source.who))
  if (who === undefined || others.length > 0) return undefined
  const outside = isHidden ? undefined : search.outside
  return { ...found, search: { ...search, candidates: [who], hidden: [], outside } }
}
