import { resourceName } from '../api/resource-type.ts'
import type { Finding } from '../cluster/scan/scan.ts'
import { type CommandContext, defineCommand, type Session } from '../commandline/command.ts'
import { ExitCode } from '../exit-code.ts'
import { discoverFor, typeWords } from '../operations/inspect/types-named.ts'
import { findAwaited } from '../operations/wait/find-awaited.ts'
import { type WaitEnd, waitForAll } from '../operations/wait/wait-for-all.ts'
import { formatFailure } from '../render/failure.ts'
import { counted, placedText } from '../render/object-text.ts'
import { printable } from '../render/printable.ts'
import { readWaitOptions, type WaitOptions, waitFlags } from './wait/options.ts'
import { printEnd } from './wait/print-end.ts'

export const wait = defineCommand({
  name: 'wait',
  also: ['await'],
  words: '[TYPE/NAME... | TYPE NAME... | TYPE --all]',
  completes: 'objects',
  summary: 'Wait until objects are gone; at the timeout explain why they are not',
  examples: [
    ['kubectl finalize wait ns/shop --timeout 5m', 'For a pipeline: 0 when it is gone, else the reason, and 3'],
    ['kubectl finalize wait pvc/data bucket/logs -n shop', 'Several objects: all of them, within one timeout'],
    ['kubectl finalize wait pods -l app=web -n shop', 'All Pods with this label that exist now'],
    ['kubectl finalize wait crd/widgets.example.com --timeout 0', 'Look once, and explain'],
    ['kubectl finalize wait ns/shop -o json', 'For scripts: kind Explanation, with what is gone in `waited`'],
  ],
  flags: waitFlags,
  async run(invocation, context) {
    const options = readWaitOptions(invocation)
    const session = await context.connect()
    const discovery = await discoverFor(typeWords(options.asked), session.transport, context.signal)
    const scope = {
      namespace: options.everywhere ? undefined : session.namespace,
      labelSelector: options.selector,
      pageSize: options.pageSize,
    }
    const { found, absent } = await findAwaited(options.asked, scope, session.transport, discovery, context.signal)
    for (const { message } of absent) context.terminal.stderr.write(`note: already gone: ${printable(message)}\n`)
    if (found.length === 0 && absent.length === 0) context.terminal.stderr.write('note: no matching resources found\n')
    const end = await waitFor(found, options, session, context)
    return tellEnd(end, invocation.words, options, session, context)
  },
})

function waitFor(
  found: readonly Finding[],
  { seconds, format }: WaitOptions,
  { transport }: Session,
  { terminal, clock, signal }: CommandContext,
): Promise<WaitEnd> {
  return waitForAll(found, seconds, {
    transport,
    clock,
    signal,
    onGone: finding => format === undefined && terminal.stdout.write(`${named(finding)}: gone\n`),
    onTrouble: (type, failure) =>
      terminal.stderr.write(`${printable(`warning: the watch of ${resourceName(type)} failed: ${failure.message}`)}\n`),
  })
}

async function tellEnd(
  end: WaitEnd,
  words: readonly string[],
  options: WaitOptions,
  session: Session,
  context: CommandContext,
): Promise<ExitCode> {
  const { stderr } = context.terminal
  const { gone, left, unknown } = end
  const all = gone.length + left.length + unknown.length
  if (context.signal.aborted) {
    stderr.write(`interrupted: ${counted(gone.length, 'object')} of ${all} gone\n`)
    return ExitCode.interrupted
  }
  await printEnd(end, words, options, session, context)
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
