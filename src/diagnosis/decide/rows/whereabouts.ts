import { cloudControllerDown } from '../../obstacles/cloud-controller-down.ts'
import { controllerMissing } from '../../obstacles/controller-missing.ts'
import { controllerOutside } from '../../obstacles/controller-outside.ts'
import { controllerUnhealthy } from '../../obstacles/controller-unhealthy.ts'
import { controllerUnknown } from '../../obstacles/controller-unknown.ts'
import type { Row } from '../row.ts'

/** A controller that does not run, or not in this cluster. */
export const whereaboutsRows = {
  cloudControllerDown: {
    cause: 'ControllerManagerDown',
    verdict: 'stuck',
    finds: cloudControllerDown,
    over: ['forbidden'],
    because: 'a stale Lease of cloud-controller-manager is proof, whatever else may be found of a Service',
  },
  cloudControllerSilent: {
    cause: 'ControllerManagerDown',
    verdict: 'unknown',
    finds: cloudControllerDown,
    over: ['loggedRefusal'],
    because: 'no workload of this cluster need be the service controller',
  },
  unhealthy: {
    cause: 'ControllerUnhealthy',
    verdict: 'stuck',
    finds: controllerUnhealthy,
    over: ['missing'],
    because: 'one that is installed is not missing',
  },
  perhapsUnhealthy: {
    cause: 'ControllerUnhealthy',
    verdict: 'unknown',
    finds: controllerUnhealthy,
    over: ['missing'],
    because: 'one that may be it is installed',
  },
  missing: {
    cause: 'ControllerMissing',
    verdict: 'stuck',
    finds: controllerMissing,
    over: ['workingOutside', 'outside'],
    because: 'it is proven that nothing is left of it, wherever it ran',
  },
  workingOutside: {
    cause: 'CleanupInProgress',
    verdict: 'progressing',
    finds: controllerOutside,
    over: ['unknown'],
    because: 'it shows signs of work',
  },
  outside: {
    cause: 'ControllerUnknown',
    verdict: 'unknown',
    finds: controllerOutside,
    over: ['unknown'],
    because: 'it is known where it runs',
  },
  unknown: {
    cause: 'ControllerUnknown',
    verdict: 'unknown',
    finds: controllerUnknown,
    over: [],
    because: 'nothing else is so',
  },
} as const satisfies Readonly<Record<string, Row>>
