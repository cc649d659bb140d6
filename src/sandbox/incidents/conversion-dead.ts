import type { Incident } from './incident.ts'
import { customResource } from './parts/custom-resource.ts'
import { definition } from './parts/definition.ts'
import { namespace } from './parts/namespace.ts'
import { DAY, HOUR } from './parts/time.ts'

const GROUP = 'pipelines.example.com'

/** Instances are stored in v1beta1, the CRD has moved to v1, and the webhook that converts went with its operator. */
export const incident: Incident = {
  name: 'conversion-dead',
  summary: 'Custom resources cannot be read or written because their conversion webhook is gone',
  build(sandbox) {
    definition(sandbox, {
      group: GROUP,
      plural: 'runs',
      kind: 'Run',
      oldVersion: 'v1beta1',
      converter: { namespace: 'pipelines-system', name: 'pipelines-webhook' },
    })
    namespace(sandbox, 'ci', { deleted: 8 * HOUR })
    for (const name of ['nightly', 'release']) {
      customResource(sandbox, {
        apiVersion: `${GROUP}/v1beta1`,
        kind: 'Run',
        namespace: 'ci',
        name,
        manager: 'pipelines-controller',
        finalizers: [`${GROUP}/artifacts`],
        age: 20 * DAY,
        spec: { pipeline: name },
      })
    }
  },
}
