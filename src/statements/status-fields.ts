import { largest } from '../api/long-lists.ts'
import { LONGEST_DELAY_SECONDS } from '../api/longest-delay.ts'
import type { KubeObject } from '../api/object.ts'
import { deletionMeaning, recordOf, type Statement, textOf, timeOf } from './statement.ts'
import { errorsBelow, errorText, kindOf, phasesIn, timeIn, wholeText } from './status-errors.ts'
import { triesBelow } from './tries.ts'
import { says, saysWaiting } from './wording.ts'
import { fields } from './words/status-fields.ts'

/** What an object says of its fate in fields of its status beside the conditions, whoever wrote it and whenever. */
export function statusFieldsOf({ status }: KubeObject): readonly Statement[] {
  const whole = recordOf(status)
  if (whole === undefined) return []
  const of = { ended: endOf(whole), isDeleting: phasesIn(whole).some(phase => says('deletion', phase)) }
  return [...fieldsOf(whole, []), ...errorsBelow(whole, [], of), ...healthOf(whole), ...triesIn(whole)]
}

function fieldsOf(part: Readonly<Record<string, unknown>>, path: readonly string[]): readonly Statement[] {
  const place = ['status', ...path].join('.')
  const steps = ['f:status', ...path.map(step => `f:${step}`)]
  const since = timeIn(part)
  const ended = endOf(part)
  const succeeded = largest(
    Object.entries(part).map(([name, at]) => (fields.has('last success', name) && timeOf(at)) || 0),
  )
  const said = Object.entries(part)
    .map(([name, value]) => (fields.has('beside a phase', name) ? textOf(value) : ''))
    .filter(text => text !== '')
  const operation = path.length > 0 && says('deletion', textOf(part.type)) ? textOf(part.type) : undefined
  const isOver = operation !== undefined && phasesIn(part).some(text => fields.has('done', text))
  const beside = (isOver ? [operation, ...said] : said).join(': ')
  return Object.entries(part).flatMap(([name, value]): readonly Statement[] => {
    const { tells = fields.has('sentence of an error', textOf(value)) ? 'text' : undefined, isPart } = kindOf(name)
    const inner = recordOf(value)
    if (inner !== undefined && isPart) return fieldsOf(inner, [...path, name])
    // `planStatus: {cleanup: {status: FATAL_ERROR}}` (kudobuilder/kudo#1368)
    if (inner !== undefined && tells !== 'error' && path.length === 0) {
      const parts = Object.entries(inner).filter(([deeper]) => kindOf(deeper).isPart)
      return parts.flatMap(([deeper, of]) => fieldsOf(recordOf(of) ?? {}, [name, deeper]))
    }
    const text = tells === 'error' ? errorText(value) : textOf(value)
    if (tells === undefined || text === '') return []
    const means =
      tells === 'error' ? 'failing' : tells === 'text' ? textMeaning(text) : phaseMeaning(text, beside, operation)
    // What tells of an end is beside it.
    if (means === undefined || (isOver && means === 'deleting')) return []
    const at = since ?? timeIn(inner) ?? timeIn(recordOf(Array.isArray(value) ? value.at(-1) : undefined))
    if (tells === 'error' && at !== undefined && succeeded > at) return []
    if (tells === 'error' && at !== undefined && wentOn(part) - at > LONGEST_DELAY_SECONDS * 1000) return []
    return [
      {
        fact: `${place}.${name} is ${tells === 'phase' && beside !== '' ? `${text} (${beside})` : text}`,
        source: `${place}.${name}`,
        reason: tells === 'phase' ? text : name,
        means,
        text: true,
        isDone: means === 'told',
        about: ended !== undefined ? 'outcome' : tells === 'phase' ? 'state' : 'work',
        since: ended ?? at,
        path: [...steps, `f:${name}`],
      },
    ]
  })
}

/** Whether the object is a run, as a restore, that has ended well: what is only as it should be has no end. */
export function isOver(object: KubeObject | undefined): boolean {
  const status = recordOf(object?.status) ?? {}
  return endOf(status) !== undefined && phasesIn(status).some(phase => fields.has('done', phase))
}

/** Where its status, or a part of it, says that what it stands for has ended. */
export function endedIn(object: KubeObject | undefined): string | undefined {
  const status = recordOf(object?.status) ?? {}
  const parts = Object.entries(status).map(([name, value]) => [`status.${name}`, recordOf(value) ?? {}] as const)
  const found = [['status', status] as const, ...parts].flatMap(([path, part]) =>
    Object.entries(part)
      .filter(([name, value]) => kindOf(name).tells === 'phase' && fields.has('ended', textOf(value)))
      .map(([name, value]) => ({ path: `${path}.${name}`, text: textOf(value) })),
  )
  const own = found.find(({ path }) => path.split('.').every(name => !fields.has('state of another', name)))
  return own && `${own.path} is ${own.text}`
}

function triesIn(whole: Readonly<Record<string, unknown>>): readonly Statement[] {
  return triesBelow(whole, ['status']).map(each => ({ ...each, path: each.source.split('.').map(step => `f:${step}`) }))
}

/**
 * In ms: when part of the status (`lastOperation`) last said that the deletion goes on; 0 if none does. An older error
 * is over if a failing try would have been reported since.
 */
function wentOn(part: Readonly<Record<string, unknown>>): number {
  const parts = Object.entries(part).map(([name, value]) => (kindOf(name).isPart ? recordOf(value) : undefined))
  const going = parts.filter(
    inner =>
      inner !== undefined && phasesIn(inner).some(phase => phaseMeaning(phase, '', textOf(inner.type)) === 'deleting'),
  )
  return largest(
    going.map(inner => timeIn(inner) ?? 0),
    0,
  )
}

/** `health: {state: Degraded, reason: "cannot reach its controller"}` */
function healthOf(whole: Readonly<Record<string, unknown>>): readonly Statement[] {
  return Object.entries(whole).flatMap(([name, value]): readonly Statement[] => {
    const inner = fields.has('part of health', name) ? recordOf(value) : undefined
    // What speaks of an error there is read below.
    if (inner === undefined || !['state', 'status', 'phase'].some(word => word in inner)) return []
    const isTelling = (field: string) =>
      fields.has('field of an error', field) || fields.has('well', textOf(inner[field]))
    if (Object.keys(inner).some(isTelling)) return []
    const text = wholeText(inner)
    if (text === '') return []
    const place = `status.${name}`
    const rest = { text: true, about: 'state' as const, since: timeIn(inner), path: ['f:status', `f:${name}`] }
    const means = says('deletion', text) && says('error', text) ? 'failing' : 'told'
    return [{ fact: `${place} is ${text}`, source: place, reason: name, means, ...rest }]
  })
}

/** When a run ended, where the object is one: whatever its status says is of that. */
function endOf(part: Readonly<Record<string, unknown>>): number | undefined {
  const [, at] = Object.entries(part).find(([name]) => kindOf(name).isEnd) ?? []
  return timeOf(at)
}

function textMeaning(text: string): Statement['means'] | undefined {
  if (says('held', text)) return 'waiting'
  if (says('error', text)) return 'failing'
  if (saysWaiting(text)) return 'waiting'
  return says('deletion', text) ? 'deleting' : undefined
}

/** `operation`: the deletion, where it is that of which the phase is told: `{type: Delete, state: Processing}`. */
function phaseMeaning(phase: string, beside: string, operation?: string): Statement['means'] | undefined {
  // Sentences are no phases.
  if (/\s/.test(phase)) return undefined
  if (operation !== undefined && fields.has('done', phase)) return 'told'
  if (operation !== undefined && fields.has('going on', phase)) return deletionMeaning('', beside)
  if (says('deletion', phase)) return deletionMeaning(phase, beside)
  return says('error', phase) ? 'failing' : undefined
}
