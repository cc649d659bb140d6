import { message } from '../../messages/sentence.ts'
import { protectionOf } from '../catalogue/in-use.ts'
import type { Case } from '../dossier/dossier.ts'
import { keptBy } from '../dossier/kept.ts'
import { usersOf } from '../protections/users.ts'
import { toInspect } from '../remedy.ts'
import { commandLine, namespaceFlag, yamlCommand } from '../shell-quote.ts'
import type { Clue } from './clue.ts'

/**
 * That nothing uses the object any more, where its finalizer is known to stay for users alone: it was left on
 * (kubernetes-csi/external-provisioner#1507: the provisioner takes it off once, after a restore that succeeded).
 */
export function unused({ held, finalizer, context }: Case): Clue | undefined {
  const row = protectionOf(finalizer, held.ref.resource, context.catalogue.rows.inUse)
  const users = row && usersOf(held, finalizer, context)
  if (row === undefined || users === undefined) return undefined
  if (users.objects.length > 0 || users.unreadable.length > 0) return undefined
  // One that is being deleted waits for it in turn, which then stays for what its controller has to clean up.
  if (row.users.some(each => each.by === 'object' && each.untilDeleted === true)) return undefined
  const types = row.users.flatMap(each => ('resource' in each && !each.resource.includes('*') ? [each.resource] : []))
  if (types.length === 0 || types.length < row.users.length) return undefined
  const what = `${held.ref.kind} ${held.ref.name}`
  const place = row.users.some(each => 'in' in each && each.in === 'any') ? ['-A'] : namespaceFlag(held.ref.namespace)
  return {
    key: `unused/${finalizer}`,
    why: message('Unused', { object: what }),
    evidence: [{ fact: message('NoneUses', { resources: types, object: what, finalizer }), source: row.source }],
    remedy: toInspect(message('SeeThatNoneUses', { object: what }), [
      commandLine('kubectl', 'get', types.join(','), ...place),
    ]),
  }
}

/**
 * That by its policy nothing outside is deleted with the object: controllers that look only at those that have to
 * delete something never come to its finalizer (kubernetes-sigs/sig-storage-lib-external-provisioner#20).
 */
export function nothingToDelete({ finalizer, known, held, context }: Case): Clue | undefined {
  const row = known.entry?.keptBy
  // Before a deletion there is nothing that it has not done.
  const evidence = context.together === undefined ? keptBy(row, held, context) : undefined
  if (row === undefined || evidence === undefined) return undefined
  const policy = row.value
  return {
    key: `kept/${finalizer}`,
    why: message('NothingToDelete', { policy }),
    evidence: [evidence],
    remedy: toInspect(message('SeeThatItMayStay', { policy }), [yamlCommand(held.ref)]),
  }
}
