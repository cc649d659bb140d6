import { NOT_RECORDED } from '../../api/terminating.ts'
import { message, sentenceKey } from '../../messages/sentence.ts'
import { gistOf } from '../../statements/gist.ts'
import { wordsOf } from '../../statements/log/told.ts'
import { type Case, living } from '../dossier/dossier.ts'
import { type Heard, heardOf, type Logged } from '../dossier/log.ts'
import type { Evidence } from '../explanation.ts'
import type { Blocker } from '../stuck-object.ts'
import { EARLY_SECONDS } from '../thresholds.ts'

/**
 * An open answer with what its controller's log adds though it names no cause: its last line about the object, or that
 * there is none, with its last error of no object, or that it was not read; if it crashes, its last error.
 */
export function withLog(holding: Blocker, found: Case): Blocker {
  const { cause, verdict } = holding
  if (cause === undefined) return holding
  const isCrashing = cause.code === 'ControllerUnhealthy' && living(found).length === 0
  if (!isCrashing && !(verdict === 'unknown' && isOldEnough(found))) return holding
  const heard = heardOf(found)
  if (heard === undefined) return holding
  const told = isCrashing ? heard.ends.at(-1) : toldOf(heard)
  const open = isCrashing ? [] : [...silence(heard), ...heard.unnamed.slice(-1).map(({ evidence }) => evidence)]
  const more = [...(told === undefined ? open : [told.evidence]), ...unreadOf(heard)].filter(
    ({ fact }) => !cause.evidence.some(each => sentenceKey(each.fact) === sentenceKey(fact)),
  )
  if (more.length === 0) return holding
  return {
    ...holding,
    cause: {
      ...cause,
      key: `${cause.key}/log${told === undefined || isCrashing ? '' : `/${gistOf(wordsOf(told.line).fact, namesOf(found))}`}`,
      evidence: [...cause.evidence, ...more],
    },
  }
}

/** The case with the one workload alone whose log names the object, of several or of those passed over; undefined: none. */
export function namedInLog(found: Case): Case | undefined {
  const { search, held } = found
  const isHidden = search.candidates.length === 0
  const candidates = isHidden ? search.hidden : living(found)
  if (candidates.length < (isHidden ? 1 : 2)) return undefined
  const { ofObject = [], perhapsOfObject = [] } = heardOf({ ...found, search: { ...search, candidates } }) ?? {}
  // A name of what is in no namespace is whole without one.
  const lines = ofObject.length > 0 || held.ref.namespace !== undefined ? ofObject : perhapsOfObject
  const [who, ...others] = candidates.filter(each => lines.some(({ source }) => source.who === each))
  if (who === undefined || others.length > 0) return undefined
  const outside = isHidden ? undefined : search.outside
  return { ...found, search: { ...search, candidates: [who], hidden: [], outside } }
}

/** The last line about the object; where none is an error, rather an error that may be of it, or any line that may. */
function toldOf({ ofObject, perhapsOfObject }: Heard): Logged | undefined {
  const isFailing = ({ means }: Logged) => means === 'failing'
  const error = ofObject.some(isFailing) ? undefined : perhapsOfObject.findLast(isFailing)
  if (error === undefined && ofObject.length > 0) return ofObject.at(-1)
  const last = error ?? perhapsOfObject.findLast(({ means }) => means !== 'other') ?? perhapsOfObject.at(-1)
  return (
    last && { ...last, evidence: { ...last.evidence, fact: message('LoggedPerhaps', { logged: last.evidence.fact }) } }
  )
}

function namesOf({ held: { ref } }: Case): readonly string[] {
  return [ref.name, ref.namespace ?? '', ref.uid]
}

/** What it has not done so soon after the deletion tells nothing, nor does its silence. */
export function isOldEnough({ held }: Case): boolean {
  return (held.ageSeconds ?? 0) >= EARLY_SECONDS
}

function silence({ silentLines, sources }: Heard): readonly Evidence[] {
  const [first, ...others] = sources
  if (silentLines === undefined || first === undefined) return []
  const { namespace, pod, container } = first
  const fact = message('SilentLog', {
    pod: `${namespace}/${pod}`,
    container,
    more: others.length,
    lines: silentLines,
  })
  return [{ fact, source: 'logs' }]
}

function unreadOf({ unread }: Heard): readonly Evidence[] {
  const [why] = unread.filter(({ reason }) => reason !== NOT_RECORDED)
  return why === undefined
    ? []
    : [{ fact: message('LogNotRead', { reason: why.reason, text: why.message }), source: 'logs' }]
}
