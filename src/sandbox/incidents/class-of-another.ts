import type { Incident } from './incident.ts'
import { customResource } from './parts/custom-resource.ts'
import { definition } from './parts/definition.ts'
import { logOf } from './parts/log.ts'
import { namespace } from './parts/namespace.ts'
import { operator } from './parts/operator.ts'
import { HOUR, MINUTE } from './parts/time.ts'

const GROUP = 'mail.example.com'

/** A relay's class was changed to that of a controller that was never installed; the running one now ignores it. */
export const incident: Incident = {
  name: 'class-of-another',
  summary: 'The controller that runs leaves the object to another, and only its log says so',
  build(sandbox) {
    definition(sandbox, { group: GROUP, plural: 'relays', kind: 'Relay' })
    operator(sandbox, { name: 'mail', group: GROUP, plural: 'relays' })
    namespace(sandbox, 'post')
    customResource(sandbox, {
      apiVersion: `${GROUP}/v1`,
      kind: 'Relay',
      namespace: 'post',
      name: 'outbound',
      manager: 'mail',
      finalizers: [`${GROUP}/relay`],
      deleted: HOUR,
      spec: { flavour: 'blue' },
    })
    const relay = { relay: 'post/outbound' }
    logOf(sandbox, 'mail-system', [
      [1.5 * HOUR, { level: 'INFO', msg: 'reconciled', ...relay }],
      [HOUR, { level: 'INFO', msg: 'ignoring relay: it is not our class', ...relay }],
      [10 * MINUTE, { level: 'INFO', msg: 'ignoring relay: it is not our class', ...relay }],
    ])
  },
}
