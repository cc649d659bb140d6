import { counted, grouped } from '../api/object-text.ts'
import { printable } from '../api/printable.ts'
import { visible } from '../api/visible.ts'
import type { Outcome, Result, Step } from '../plan/outcome.ts'
import type { Advice } from '../plan/reach.ts'
import { briefMessage } from './brief.ts'
import { hanging, hangingMessage } from './hanging.ts'
import { inWords } from './words/in-words.ts'

/** Contract `kind: Outcome`. */
export function outcomeObject({ command, dryRun, complete, steps }: Outcome): object {
  return { apiVersion: 'kubectl-finalize/v1', kind: 'Outcome', command, dryRun, complete, steps: steps.map(stepObject) }
}

/** Its message says all of it; the commands in that stand by themselves too. */
export function stepObject({ advice, ...step }: Step): object {
  if (advice === undefined) return step.message === undefined ? step : { ...step, message: inWords(step.message) }
  const message = [...(step.message === undefined ? [] : [inWords(step.message)]), adviceText(advice)].join('; ')
  return { ...step, message, commands: advice.flatMap(({ commands }) => commands) }
}

/** Words and commands as one text: for a message that has no lines. */
function adviceText(advice: readonly Advice[]): string {
  return advice.map(({ what, commands }) => [inWords(what), ...commands].join(': ')).join('; ')
}

/** Steps that were not begun, and of which the same is to be said, are told one by one up to this many. */
const MAX_UNBEGUN = 3
/** Steps that ended as they should, and of which the same is to be said, are told one by one up to this many. */
const MAX_ENDED = 20
/** Steps that are counted at a glance; more get a total. */
const MAX_UNCOUNTED = 3

/**
 * One line a step, the object first: `widget.example.com/x: removed finalizer f; the object is gone`; many that ended
 * alike, or were not begun for one reason, are counted. Advice follows, each command on a line of its own. Lines break
 * between words at `width`, and never within a command.
 */
export function formatOutcome({ command, steps, dryRun }: Outcome, width?: number): string {
  // What a command calls what it does at once: groups are written by others.
  const order = ({ group }: Step): string =>
    group === undefined ? '' : `${command === 'delete' ? 'wave' : 'group'} ${group}: `
  const note = dryRun === 'none' ? '' : ` (${dryRun === 'server' ? 'server dry run' : 'dry run'})`
  const alike = Map.groupBy(steps, step =>
    maxAlike(step) === undefined
      ? step
      : JSON.stringify([step.group, step.action, step.finalizer, step.result, step.guard, step.message, step.advice]),
  )
  return [...alike.values()]
    .flatMap(same => {
      const [first] = same as [Step]
      const end = first.result === 'planned' ? note : ''
      if (same.length > (maxAlike(first) ?? same.length)) {
        const text = `${order(first)}${countedText(same)}${end} (each in -o json)`
        return [...hangingMessage('', text, INDENT, width), ...adviceLines(first.advice ?? [], width)]
      }
      return same.flatMap(step => {
        const text = `${order(step)}${stepText(step)}${end}`
        return [...hangingMessage('', text, INDENT, width), ...adviceLines(step.advice ?? [], width)]
      })
    })
    .map(line => `${line}\n`)
    .join('')
}

/** Up to how many steps of this sort that say the same are listed one by one; undefined: all. */
function maxAlike({ result, guard, advice, group }: Step): number | undefined {
  // Nothing was sent, for a reason that has nothing to do with this one object, or is that of a whole wave.
  if (result === 'skipped' || (result === 'refused' && (guard === undefined || group !== undefined))) return MAX_UNBEGUN
  return (result === 'done' || result === 'planned') && !advice?.length ? MAX_ENDED : undefined
}

/** `2,000 removed, 0 failed; backups in DIR`: the total of a set that was changed; undefined for a few steps. */
export function totalText({ steps, dryRun }: Outcome): string | undefined {
  if (dryRun !== 'none' || steps.length <= MAX_UNCOUNTED) return undefined
  const count = (result: Result): number => steps.filter(step => step.result === result).length
  if (count('done') + count('timeout') + count('failed') + count('changed') === 0) return undefined
  const did = steps.every(({ action }) => action === 'RemoveFinalizer') ? 'removed' : 'done'
  const others = (['timeout', 'changed', 'refused', 'gone', 'skipped'] as const)
    .filter(result => count(result) > 0)
    .map(result => `, ${grouped(count(result))} ${TOTALS[result]}`)
  const folders = new Set(steps.flatMap(({ backup }) => backup?.replace(/[\\/][^\\/]*$/, '') ?? []))
  const where = folders.size === 0 ? '' : `; backups in ${[...folders].map(printable).join(', ')}`
  return `${grouped(count('done'))} ${did}, ${grouped(count('failed'))} failed${others.join('')}${where}`
}

const TOTALS = {
  timeout: 'timed out',
  changed: 'not changed',
  refused: 'refused',
  gone: 'with nothing to do',
  skipped: 'skipped',
} as const

const INDENT = '  '

/** `2,000 objects: removed finalizer f; the object is gone`, `2,000 objects: removal of finalizer f refused: …`. */
function countedText(steps: readonly Step[]): string {
  const [step] = steps as [Step]
  return `${counted(new Set(steps.map(({ ref }) => ref.uid)).size, 'object')}: ${saidOf(step)}`
}

function adviceLines(advice: readonly Advice[], width: number | undefined): readonly string[] {
  return advice.flatMap(({ what, commands }) => [
    ...hanging('  ', `${printable(inWords(what))}${commands.length === 0 ? '' : ':'}`, '  ', width),
    ...commands.map(command => `    ${printable(command)}`),
  ])
}

function stepText(step: Step): string {
  const { ref } = step
  const [plural = '', ...group] = ref.resource.split('.')
  const name = visible(`${[ref.kind.toLowerCase() || plural, ...group].join('.')}/${ref.name}`)
  const where = ref.namespace === undefined ? '' : ` in namespace ${visible(ref.namespace)}`
  return `${printable(`${name}${where}`)}: ${saidOf(step)}`
}

/** What came of a step, and why: `removed finalizer f; the object is gone`, `removal of finalizer f refused by …`. */
function saidOf(step: Step): string {
  const { action, result, guard, message } = step
  // It was not forced: what ended it says more.
  if (action === 'FinalizeNamespace' && result === 'gone' && message !== undefined)
    return briefMessage(inWords(message))
  const by = result === 'refused' && guard !== undefined ? ` by ${guard}` : ''
  const said = message === undefined ? '' : `${result === 'done' ? ';' : ':'} ${briefMessage(inWords(message))}`
  return `${printable(words(step))}${by}${said}`
}

function words({ action, finalizer, result, message }: Step): string {
  const removal = finalizer === undefined ? undefined : `finalizer ${finalizer}`
  const [verb, noun] = WORDS[action]
  // A second DELETE removes foregroundDeletion.
  const isRemoval = removal !== undefined && (action === 'RemoveFinalizer' || action === 'Delete')
  const [did, would] = isRemoval ? [`removed ${removal}`, `${removal} would be removed`] : [verb, `would be ${verb}`]
  const late = action === 'Delete' && removal === undefined ? 'is being deleted' : did
  const nothing = removal === undefined ? 'nothing to do' : `nothing to do for ${removal}`
  // A message of the proof says itself that the object still exists, or that nothing is known of that.
  const isTold = ['it still exists', 'deletion accepted'].some(start => inWords(message ?? '').startsWith(start))
  const timeout = isTold ? late : `${late}, and it still exists`
  const told = { done: did, planned: would, gone: nothing, timeout }[result as 'done']
  // Where the verb does not name the action, the noun does: a Namespace can be about to be created and deleted.
  const what = removal === undefined ? noun : `removal of ${removal}`
  return told ?? [what, result === 'changed' ? 'not done' : result].filter(Boolean).join(' ')
}

/** What was done with the object, and what that is called. */
const WORDS: Readonly<Record<Step['action'], readonly [verb: string, noun?: string]>> = {
  RemoveFinalizer: ['removed'],
  FinalizeNamespace: ['finalized by force'],
  Delete: ['deleted', 'deletion'],
  Create: ['created', 'creation'],
  Keep: ['kept in a file', 'backup'],
  ScaleDown: ['scaled to zero', 'scaling to zero'],
  Suspend: ['suspended', 'suspension'],
  Retain: ['set to Retain', 'change to Retain'],
  Release: ['released', 'release'],
  Rebind: ['reserved for its claim', 'reservation for its claim'],
  RestoreStatus: ['given its status', 'status'],
  Adopt: ['adopted', 'adoption'],
  RestorePolicy: ['given its reclaim policy back', 'return of its reclaim policy'],
  ScaleUp: ['scaled up again', 'scaling up again'],
  Resume: ['resumed', 'resumption'],
}
