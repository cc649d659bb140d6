import { NOT_RECORDED } from '../../api/terminating.ts'
import { type Case, EARLY_SECONDS, living } from '../dossier/dossier.ts'
import { type Heard, heardOf } from '../dossier/log.ts'
import type { Evidence } from '../explanation.ts'
import type { Holding } from '../held.ts'

/**
 * An open answer with what its controller's log adds to it though it names no cause: that it is silent about the object, or could not be read; of a
 * controller that crashes, its last words.
 */
export function withLog(holding: Holding, found: Case): Holding {
  const { cause, verdict } = holding
  if (cause === undefined) return holding
  const isCrashing = cause.code === 'ControllerUnhealthy' && living(found).length === 0
  if (!isCrashing && !(verdict === 'unknown' && isOldEnough(found))) return holding
  const heard = heardOf(found)
  if (heard === undefined) return holding
  const more = [...(isCrashing ? lastWords(heard) : silence(heard)), ...unreadOf(heard)].filter(
    ({ fact }) => !cause.evidence.some(each => each.fact === fact),
  )
  if (more.length === 0) return holding
  return { ...holding, cause: { ...cause, key: `${cause.key}/log`, evidence: [...cause.evidence, ...more] } }
}

/** What it has not done so soon after the deletion tells nothing, nor does its silence. */
export function isOldEnough({ held }: Case): boolean {
  return (held.ageSeconds ?? 0) >= EARLY_SECONDS
}

function lastWords({ ends }: Heard): readonly Evidence[] {
  return ends.slice(-1).map(({ evidence }) => evidence)
}

function silence({ silentLines, sources }: Heard): readonly Evidence[] {
  const [first, ...others] = sources
  if (silentLines === undefined || first === undefined) return []
  const more = others.length === 0 ? '' : ` and ${others.length} more`
  const where = `Pod ${first.namespace}/${first.pod}, container ${first.container}${more}`
  const lines = silentLines === 0 ? 'logged nothing' : `logged ${silentLines === 1 ? '1 line' : `${silentLines} lines`}`
  return [
    {
      fact: `${where}, ${lines} since the deletion${silentLines === 0 ? '' : ', none of which names the object'}`,
      source: 'logs',
    },
  ]
}

function unreadOf({ unread }: Heard): readonly Evidence[] {
  const [why] = unread.filter(({ reason }) => reason !== NOT_RECORDED)
  return why === undefined
    ? []
    : [{ fact: `its log could not be read (${why.reason}): ${why.message}`, source: 'logs' }]
}
