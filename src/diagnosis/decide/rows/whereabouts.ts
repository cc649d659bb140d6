import { oncePerCase } from '../../dossier/dossier.ts'
import { cloudControllerDown } from '../../obstacles/cloud-controller-down.ts'
import { controllerMissing } from '../../obstacles/controller-missing.ts'
import { controllerOutside } from '../../obstacles/controller-outside.ts'
import { controllerUnhealthy } from '../../obstacles/controller-unhealthy.ts'
import { controllerUnknown } from '../../obstacles/controller-unknown.ts'
import type { Row } from '../row.ts'
import { as } from './sees.ts'

const cloud = oncePerCase(cloudControllerDown)
const unhealthy = oncePerCase(controllerUnhealthy)
const outside = oncePerCase(controllerOutside)

/** A controller that does not run, or not in this cluster. */
export const whereaboutsRows = {
  cloudControllerDown: {
    cause: 'ControllerManagerDown',
    verdict: 'stuck',
    sees: as('stuck', cloud),
    over: ['forbidden'],
    because: 'a stale Lease of cloud-controller-manager is proof, whatever else may be found of a Service',
  },
  cloudControllerSilent: {
    cause: 'ControllerManagerDown',
    verdict: 'unknown',
    sees: as('unknown', cloud),
    over: ['loggedRefusal'],
    because: 'no workload of this cluster need be the service controller',
  },
  unhealthy: {
    cause: 'ControllerUnhealthy',
    verdict: 'stuck',
    sees: as('stuck', unhealthy),
    over: ['missing'],
    because: 'one that is installed is not missing',
  },
  perhapsUnhealthy: {
    cause: 'ControllerUnhealthy',
    verdict: 'unknown',
    sees: as('unknown', unhealthy),
    over: ['missing'],
    because: 'one that may be it is installed',
  },
  missing: {
    cause: 'ControllerMissing',
    verdict: 'stuck',
    sees: found => as('stuck', controllerMissing)(found),
    over: ['workingOutside', 'outside'],
    because: 'it is proven that nothing is left of it, wherever it ran',
  },
  workingOutside: {
    cause: 'CleanupInProgress',
    verdict: 'progressing',
    sees: as('progressing', outside),
    over: ['unknown'],
    because: 'it shows signs of work',
  },
  outside: {
    cause: 'ControllerUnknown',
    verdict: 'unknown',
    sees: as('unknown', outside),
    over: ['unknown'],
    because: 'it is known where it runs',
  },
  unknown: {
    cause: 'ControllerUnknown',
    verdict: 'unknown',
    sees: found => [controllerUnknown(found)],
    over: [],
    because: 'nothing else is so',
  },
} as const satisfies Readonly<Record<string, Row>>
