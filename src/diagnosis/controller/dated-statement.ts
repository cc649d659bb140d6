import { largest, NONE } from '../../api/long-lists.ts'
import type { KubeObject } from '../../api/object.ts'
import { oncePer } from '../../api/once-per.ts'
import { message } from '../../messages/sentence.ts'
import { conditionsOf } from '../../statements/conditions.ts'
import { recordOf, type Statement, timeOf } from '../../statements/statement.ts'
import { statusFieldsOf } from '../../statements/status-fields.ts'
import { annotationsOf } from '../../statements/tries.ts'
import { fields } from '../../statements/words/status-fields.ts'
import type { Said } from '../explanation.ts'
import { isKubernetes, isProgram, type Writer, writerOf } from '../managers.ts'
import { type Identity, speaksFor } from './identity.ts'

/** A statement, and when it was made as far as that can be told. */
export interface DatedStatement extends Statement, Said {
  readonly writer: Writer | undefined
  /** In ms: since when, or when at the latest it was written. */
  readonly at: number
  /** Made, or written again, since the deletion was asked for. */
  readonly isCurrent: boolean
  readonly isBefore: boolean
}

/** Read once for all finalizers of the object, and all rounds of questions. */
const statementsOf = oncePer((whole: KubeObject): readonly Statement[] => {
  const found = [...conditionsOf(whole), ...statusFieldsOf(whole), ...annotationsOf(whole)]
  return found.length === 0 ? NONE : found
})

/** What the controller of a finalizer says in the object's status and annotations; `asked`: of the deletion, in ms. */
export function saidOf(whole: KubeObject, asked: number, identity: Identity): readonly DatedStatement[] {
  // When it last succeeded, by its status, in ms.
  const all = Object.entries(recordOf(whole.status) ?? {})
  const succeeded = largest(all.map(([name, value]) => (fields.has('last success', name) && timeOf(value)) || 0))
  return statementsOf(whole).flatMap(statement => {
    const writer = writerOf(whole.metadata, statement.path)
    if (!speaksFor(writer?.manager, identity) || isKubernetes(writer?.manager ?? '')) return []
    // Only a controller writes a status; annotations anybody may.
    if (statement.path[0] === 'f:metadata' && !isProgram(writer?.manager ?? 'kubectl')) return []
    const written = Date.parse(writer?.time ?? '')
    // Without any time it is taken for what holds now: there is no older word to tell it from.
    const at = statement.since ?? (Number.isNaN(written) ? asked : written)
    const isBefore = at < asked
    const isCurrent = !isBefore || written > asked
    const outdated = statement.means === 'failing' ? outdatedBy(statement, at, isBefore, succeeded) : undefined
    const { fact, source } = statement
    const evidence = { fact: isBefore || outdated ? message('SaidBefore', { fact, isBefore, outdated }) : fact, source }
    const dated = { ...statement, evidence, writer, at, isBefore, isCurrent }
    return [outdated === undefined ? dated : { ...dated, means: 'unwell' }]
  })
}

/** What an error is older than: the generation that its controller has looked at since, or its last success. */
function outdatedBy(error: Statement, at: number, isBefore: boolean, succeeded: number) {
  if (error.isOutdated && isBefore) return 'generation'
  return error.since !== undefined && succeeded > at ? 'success' : undefined
}

/**
 * Which errors hold now, and which only may. What was said before the deletion and written again since still holds, if
 * it is of the controller's own tries; that a thing was not well is superseded once it says that it is being deleted.
 * How a run ended before tells nothing of its deletion.
 */
export function judge(said: readonly DatedStatement[]): {
  readonly failing: readonly DatedStatement[]
  readonly earlier: readonly DatedStatement[]
} {
  const errors = said.filter(({ means }) => means === 'failing')
  const isDeleting = said.some(({ means, isBefore }) => (means === 'deleting' || means === 'waiting') && !isBefore)
  const mayHold = ({ about, isBefore, since }: DatedStatement) =>
    about === 'outcome' ? !isBefore && since !== undefined : about !== 'state' || !isBefore || !isDeleting
  const failing = errors.filter(each => each.isCurrent && mayHold(each))
  const earlier = errors.filter(
    each => !failing.includes(each) && (mayHold(each) || (each.about === 'outcome' && !each.isBefore)),
  )
  return { failing, earlier }
}
