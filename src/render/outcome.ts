import { visible } from '../api/visible.ts'
import type { Outcome, Step } from '../change/outcome.ts'
import { type Advice, adviceText } from '../change/reach.ts'
import { printable } from './printable.ts'

/** Contract `kind: Outcome`. */
export function outcomeObject({ command, dryRun, complete, steps }: Outcome): object {
  return { apiVersion: 'kubectl-finalize/v1', kind: 'Outcome', command, dryRun, complete, steps: steps.map(stepObject) }
}

/** Its message says all of it; the commands in that stand by themselves too. */
function stepObject({ advice, ...step }: Step): object {
  if (advice === undefined) return step
  const message = [step.message, adviceText(advice)].filter(text => text !== undefined).join('; ')
  return { ...step, message, commands: advice.flatMap(({ commands }) => commands) }
}

/**
 * One line a step, as kubectl tells what it did: `widget.example.com/x finalizer f removed: it is gone`. What to do about it
 * stands below, each command on a line of its own.
 */
export function formatOutcome({ steps, dryRun }: Outcome): string {
  const note = dryRun === 'none' ? '' : ` (${dryRun === 'server' ? 'server dry run' : 'dry run'})`
  return steps
    .flatMap(step => [`${stepText(step)}${step.result === 'planned' ? note : ''}`, ...adviceLines(step.advice ?? [])])
    .map(line => `${line}\n`)
    .join('')
}

function adviceLines(advice: readonly Advice[]): readonly string[] {
  return advice.flatMap(({ what, commands }) => [
    `  ${printable(what)}${commands.length === 0 ? '' : ':'}`,
    ...commands.map(command => `    ${printable(command)}`),
  ])
}

function stepText(step: Step): string {
  const { ref, result, guard, message } = step
  const [plural = '', ...group] = ref.resource.split('.')
  const name = visible(`${[singular(ref.kind, plural), ...group].join('.')}/${ref.name}`)
  const where = ref.namespace === undefined ? '' : ` in namespace ${visible(ref.namespace)}`
  const said = message === undefined ? '' : `: ${message}`
  const by = guard === undefined ? '' : ` by ${guard}`
  const order = step.group === undefined ? '' : `group ${step.group}: `
  return printable(`${order}${name}${where} ${words(step)}${result === 'refused' ? by : ''}${said}`)
}

function singular(kind: string, plural: string): string {
  return kind === '' ? plural : kind.toLowerCase()
}

function words({ action, finalizer, result }: Step): string {
  const [did, would, noun] = {
    RemoveFinalizer: ['removed', 'would be removed', finalizer === undefined ? '' : `finalizer ${finalizer}`],
    FinalizeNamespace: ['finalized by force', 'would be finalized by force', ''],
    // A second DELETE takes foregroundDeletion off.
    Delete:
      finalizer === undefined
        ? ['deleted', 'would be deleted', '']
        : ['removed', 'would be removed', `finalizer ${finalizer}`],
    Create: ['created', 'would be created', ''],
  }[action] as [string, string, string]
  const late =
    action === 'Delete' && finalizer === undefined
      ? 'is being deleted, and still there'
      : `${did}, but the object is still there`
  const verb = { done: did, planned: would, gone: 'nothing to do', timeout: late }[result as 'done']
  // Where the verb does not name the action, the noun does: a Namespace can be about to be created and deleted.
  if (verb === undefined) return [noun || NOUNS[action], VERBS[result] ?? result].filter(Boolean).join(' ')
  return [noun, verb].filter(word => word !== '').join(' ')
}

const NOUNS: Partial<Record<Step['action'], string>> = { Create: 'creation', Delete: 'deletion' }

const VERBS: Partial<Record<Step['result'], string>> = {
  refused: 'refused',
  failed: 'failed',
  changed: 'not changed',
  skipped: 'skipped',
}
