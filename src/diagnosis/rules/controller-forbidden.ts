import type { Holding } from '../held.ts'
import { commandLine } from '../shell-quote.ts'
import { type Case, living } from './controller-case.ts'

/**
 * ControllerForbidden: the workload that carries the finalizer's name runs, and the server's authorizer says that its
 * service account may neither patch nor update the object.
 */
export function controllerForbidden(found: Case): Holding | undefined {
  const { held, finalizer, context } = found
  const running = living(found)
  if (running.length === 0 || running.some(({ holder }) => holder !== undefined)) return undefined
  const [{ workload, evidence }] = running as [(typeof running)[0]]
  const user = `system:serviceaccount:${workload.namespace}:${workload.serviceAccount}`
  const place = held.ref.namespace === undefined ? {} : { namespace: held.ref.namespace }
  const answers = ['patch', 'update'].map(verb =>
    context.facts.read({ about: 'access', user, verb, resource: held.ref.resource, ...place }),
  )
  if (!answers.every(answer => answer.state === 'known' && answer.value === false)) return undefined
  const account = `${workload.namespace}/${workload.serviceAccount}`
  const can = commandLine(
    'kubectl',
    'auth',
    'can-i',
    'patch',
    held.ref.resource,
    '--as',
    user,
    ...(held.ref.namespace ? ['-n', held.ref.namespace] : []),
  )
  return {
    verdict: 'stuck',
    cause: {
      key: `ControllerForbidden/${account}`,
      code: 'ControllerForbidden',
      subject: { kind: 'ServiceAccount', namespace: workload.namespace, name: workload.serviceAccount },
      finalizer,
      summary: `${workload.kind} ${workload.namespace}/${workload.name} runs but may no longer change ${held.ref.resource}.`,
      evidence: [
        ...evidence,
        { fact: `${user} may neither patch nor update ${held.ref.resource}`, source: 'subjectaccessreviews' },
      ],
      remedies: () => [
        {
          kind: 'repair',
          summary: `give service account ${account} its role back; the controller will finish by itself`,
          commands: [],
          risk: 'low',
          leaks: [],
        },
        { kind: 'inspect', summary: 'ask the server what it may do', commands: [can], risk: 'none', leaks: [] },
      ],
    },
  }
}
