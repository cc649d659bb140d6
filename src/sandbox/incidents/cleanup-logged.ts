import type { Incident } from './incident.ts'
import { customResource } from './parts/custom-resource.ts'
import { definition } from './parts/definition.ts'
import { logOf } from './parts/log.ts'
import { namespace } from './parts/namespace.ts'
import { operator } from './parts/operator.ts'
import { HOUR, MINUTE } from './parts/time.ts'

const GROUP = 'archive.example.com'

/** The provider refuses to delete a bucket with content; the operator reports that only in its log. */
export const incident: Incident = {
  name: 'cleanup-logged',
  summary: 'The controller fails to clean up, and only its log says so',
  build(sandbox) {
    definition(sandbox, { group: GROUP, plural: 'vaults', kind: 'Vault' })
    operator(sandbox, { name: 'archive', group: GROUP, plural: 'vaults' })
    namespace(sandbox, 'ledger')
    customResource(sandbox, {
      apiVersion: `${GROUP}/v1`,
      kind: 'Vault',
      namespace: 'ledger',
      name: 'year-2024',
      manager: 'archive',
      finalizers: [`${GROUP}/vault`],
      deleted: 2 * HOUR,
      spec: { bucket: 'ledger-2024' },
    })
    const own = { controller: 'vault', controllerGroup: GROUP, controllerKind: 'Vault' }
    const object = { ...own, Vault: { name: 'year-2024', namespace: 'ledger' } }
    const other = { ...own, Vault: { name: 'year-2025', namespace: 'ledger' } }
    const error = 'deleting bucket ledger-2024: BucketNotEmpty: the bucket has 3 objects under legal hold'
    logOf(sandbox, 'archive-system', [
      [2.5 * HOUR, { level: 'info', msg: 'Reconciled', ...other }],
      ...[7200, 6100, 5000, 3900, 2800, 1700, 700].map(
        seconds => [seconds, { level: 'error', msg: 'Reconciler error', ...object, error }] as const,
      ),
      [MINUTE, { level: 'info', msg: 'Reconciled', ...other }],
    ])
  },
}
