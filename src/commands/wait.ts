import { ApiFailure } from '../api/failure.ts'
import { counted, placedText } from '../api/object-text.ts'
import { discover } from '../cluster/discovery/discovery.ts'
import type { Finding } from '../cluster/scan/scan.ts'
import { defineCommand } from '../commandline/command.ts'
import { watchTrouble } from '../commandline/watch-trouble.ts'
import { ExitCode } from '../exit-code.ts'
import type { Sentence } from '../messages/sentence.ts'
import { discoverFor, typeWords } from '../operations/inspect/types-named.ts'
import { wordsOf } from '../operations/preflight/sources/source.ts'
import { findAwaited } from '../operations/wait/find-awaited.ts'
import { type WaitEnd, waitForAll } from '../operations/wait/wait-for-all.ts'
import { formatFailure, formatNote } from '../render/failure.ts'
import { readWaitOptions, type WaitOptions, waitFlags } from './wait/options.ts'
import { printEnd, type Waiting } from './wait/print-end.ts'

export const wait = defineCommand({
  name: 'wait',
  also: ['await'],
  words: 'TYPE/NAME... | TYPE NAME... | TYPE --all | -f FILE | -k DIRECTORY',
  completes: 'objects',
  summary: 'Wait until objects are gone; at the timeout explain why they are not',
  examples: [
    ['kubectl finalize wait ns/shop --timeout 5m', 'For a pipeline: 0 when it is gone, else the reason, and 3'],
    ['kubectl finalize wait pvc/data bucket/logs -n shop', 'Several objects: all of them, within one timeout'],
    ['kubectl finalize wait pods -l app=web -n shop', 'All Pods with this label that exist now'],
    ['kubectl finalize wait -f app/ -R --timeout 5m', 'What files name; - for standard input'],
    ['kubectl finalize wait crd/widgets.example.com --timeout 0', 'Look once, and explain'],
    ['kubectl finalize wait ns/shop -o json', 'For scripts: kind Explanation, with what is gone in `waited`'],
  ],
  flags: waitFlags,
  async run(invocation, context) {
    const options = readWaitOptions(invocation)
    const waiting = { options, session: await context.connect(), context }
    const { found, notes } = await findMeant(waiting)
    for (const note of notes) context.terminal.stderr.write(`${formatNote(note)}\n`)
    if (found.length === 0 && notes.length === 0) context.terminal.stderr.write('note: no matching resources found\n')
    const end = await waitFor(found, waiting)
    return tellEnd(end, wholeAnswer(invocation.words, options), waiting)
  },
})

/** The objects that are meant, as they are now, and what tells of those that are gone already. */
async function findMeant({
  options: { asked, everywhere, selector, pageSize },
  session: { transport, namespace },
  context,
}: Waiting): Promise<{ readonly found: readonly Finding[]; readonly notes: readonly Sentence[] }> {
  const { signal } = context
  if ('of' in asked) {
    const { findNamedBySource } = await import('../operations/wait/find-named-by-source.ts')
    const discovery = await discover(transport, signal)
    const readInput = () => context.readInput()
    return findNamedBySource(asked, { env: context.env, readInput, transport, namespace, discovery, pageSize, signal })
  }
  const discovery = await discoverFor(typeWords(asked), transport, signal)
  const scope = { namespace: everywhere ? undefined : namespace, labelSelector: selector, pageSize }
  const { found, absent } = await findAwaited(asked, scope, { transport, discovery, namespace, signal })
  return { found, notes: absent.map(({ message }) => `already gone: ${message}`) }
}

/** The words of the command whose answer has everything that is cut from this one. */
function wholeAnswer(words: readonly string[], { asked }: WaitOptions): readonly string[] {
  if (!('of' in asked)) return ['explain', ...words]
  return asked.of === 'filename' && asked.paths.includes('-')
    ? ['explain', '-A']
    : ['wait', ...wordsOf(asked), '--timeout=0']
}

function waitFor(found: readonly Finding[], { options, session, context }: Waiting): Promise<WaitEnd> {
  const { terminal, clock, signal } = context
  return waitForAll(found, options.seconds, {
    transport: session.transport,
    clock,
    signal,
    onGone: finding => options.format === undefined && terminal.stdout.write(`${named(finding)}: gone\n`),
    onTrouble: watchTrouble(terminal.stderr),
  })
}

async function tellEnd(end: WaitEnd, words: readonly string[], waiting: Waiting): Promise<ExitCode> {
  const { options, context } = waiting
  const { stderr } = context.terminal
  const { gone, left, unknown } = end
  const all = gone.length + left.length + unknown.length
  if (context.signal.aborted) {
    stderr.write(`interrupted: ${counted(gone.length, 'object')} of ${all} gone\n`)
    return ExitCode.interrupted
  }
  await printEnd(end, words, waiting).catch(error => {
    if (!(error instanceof ApiFailure)) throw error
    stderr.write(`${formatFailure(error)}\n`)
  })
  for (const { finding, failure } of unknown) {
    stderr.write(`${formatFailure(failure)}\nerror: whether ${named(finding)} is gone could not be read\n`)
  }
  if (context.signal.aborted) return ExitCode.interrupted
  if (left.length > 0) {
    const names = left.length === 1 ? named(left[0]!) : `${left.length} of ${counted(all, 'object')}`
    stderr.write(`error: timed out after ${options.seconds} s waiting for the deletion of ${names}\n`)
    return ExitCode.refused
  }
  return unknown.length > 0 ? ExitCode.error : ExitCode.done
}

function named({ type, meta }: Finding): string {
  return placedText({ kind: type.kind, name: meta.name, namespace: meta.namespace })
}
