import { rfc3339 } from '../../api/rfc3339.ts'
import type { Survey } from '../../cluster/survey.ts'
import type { CommandContext } from '../../commandline/command.ts'
import { type Member, ofContext } from '../../commandline/contexts-flag.ts'
import { printStructured } from '../../commandline/print-structured.ts'
import { ExitCode } from '../../exit-code.ts'
import { isFailure, readSummary } from '../../operations/inspect/read-failures.ts'
import { commentary } from '../../render/commentary.ts'
import type { ListStyle } from './print-list.ts'

/** Prints the lists of several clusters as one, and on stderr what is unreadable. Exit code: contract.md 2. */
export async function printLists(
  members: readonly Member<Survey>[],
  { format, headers, keeps }: ListStyle,
  context: CommandContext,
): Promise<ExitCode> {
  const { stdout, stderr } = context.terminal
  const { formatTerminatingTable } = await import('../../render/terminating-list.ts')
  const found = members.flatMap(member =>
    'answer' in member
      ? member.answer.snapshot.objects.filter(keeps).map(object => ({ context: member.context, object }))
      : [],
  )
  if (format === 'json' || format === 'yaml') {
    const { clusterObjects, mergedUnreadable } = await import('../../render/clusters.ts')
    const states = members.map(stateOf)
    await printStructured(stdout, format, {
      apiVersion: 'kubectl-finalize/v1',
      kind: 'TerminatingObjectList',
      takenAt: rfc3339(context.clock.now()),
      complete: states.every(({ complete }) => complete),
      unreadable: mergedUnreadable(states),
      clusters: clusterObjects(states),
      items: found.map(({ context: name, object }) => ({ context: name, ...object })),
    })
  } else {
    const contexts = found.map(each => each.context)
    const objects = found.map(({ object }) => object)
    stdout.write(formatTerminatingTable(objects, { wide: format === 'wide', headers, namespaces: true, contexts }))
  }
  let failed = false
  for (const member of members) {
    if ('failure' in member) stderr.write(ofContext(member.context, `error: ${member.failure}`))
    const read = 'answer' in member ? readSummary(member.answer.snapshot, context, { namespace: undefined }) : undefined
    for (const line of read === undefined ? [] : commentary(read)) stderr.write(ofContext(member.context, line))
    failed ||= 'failure' in member || member.answer.snapshot.unreadable.some(isFailure)
  }
  if (context.signal.aborted) return ExitCode.interrupted
  return failed ? ExitCode.error : ExitCode.done
}

function stateOf(member: Member<Survey>) {
  const { context } = member
  if ('failure' in member) return { context, complete: false, unreadable: [], error: member.failure }
  const { unreadable, takenAt } = member.answer.snapshot
  return { context, complete: unreadable.length === 0, takenAt, unreadable }
}
