import type { V1Deployment } from '@kubernetes/client-node'
import { itemsOf } from '../../api/fact.ts'
import { apiVersionOf, resourceName } from '../../api/resource-type.ts'
import { rfc3339 } from '../../api/rfc3339.ts'
import { factFrom, message } from '../../messages/sentence.ts'
import { type Evidence, type Remedy, toRepair } from '../explanation.ts'
import type { Facts } from '../facts.ts'
import { isProgram, writerOf } from '../managers.ts'
import { commandLine, editCommand, targetOf } from '../shell-quote.ts'
import type { Workload } from './workloads.ts'

/** What scales a workload to zero, and the remedy in place of scaling it up, where that is known. */
export interface ScaledBy {
  readonly evidence: Evidence
  readonly remedy?: Remedy
}

const SCALED_OBJECTS = 'scaledobjects.keda.sh'
/** Annotations of kube-downscaler (caas-team/py-kube-downscaler:README.md). */
const DOWNSCALER = /^downscaler\/(?!exclude)/

/**
 * What holds a workload at zero: a ScaledObject of KEDA (kedacore/keda-docs: Pause autoscaling), kube-downscaler, the
 * custom resource that owns it, or whichever program set its replicas last. undefined where a person or a deployment
 * did, or nothing tells.
 */
export function scaledBy(workload: Workload, facts: Facts): ScaledBy | undefined {
  if (workload.wantedReplicas > 0 || !['Deployment', 'StatefulSet'].includes(workload.kind)) return undefined
  return byKeda(workload, facts) ?? byDownscaler(workload) ?? byOwner(workload, facts) ?? byWriter(workload)
}

function byKeda({ kind, name, namespace }: Workload, facts: Facts): ScaledBy | undefined {
  if (!facts.types.some(({ plural, group }) => `${plural}.${group}` === SCALED_OBJECTS)) return undefined
  const found = itemsOf(facts.read({ about: 'list', resource: SCALED_OBJECTS, namespace })).find(({ spec }) => {
    const { scaleTargetRef } = (spec ?? {}) as { scaleTargetRef?: { kind?: string; name?: string } }
    return scaleTargetRef?.name === name && (scaleTargetRef.kind ?? 'Deployment') === kind
  })
  if (found === undefined) return undefined
  const scaler = found.metadata.name
  const object = [SCALED_OBJECTS, scaler, '-n', namespace]
  return {
    evidence: factFrom(SCALED_OBJECTS, 'ScaledByKeda', { scaler: `${namespace}/${scaler}` }),
    remedy: toRepair(
      message('KeepOneReplica'),
      [commandLine('kubectl', 'annotate', ...object, 'autoscaling.keda.sh/paused-replicas=1', '--overwrite')],
      'low',
    ),
  }
}

function byDownscaler(workload: Workload): ScaledBy | undefined {
  const { namespace, object: whole } = workload
  const mark = Object.keys(whole.metadata.annotations ?? {}).find(key => DOWNSCALER.test(key))
  if (mark === undefined) return undefined
  const object = [targetOf(workload), '-n', namespace]
  const ignore = commandLine('kubectl', 'annotate', ...object, 'downscaler/exclude=true', '--overwrite')
  const scale = commandLine('kubectl', 'scale', ...object, '--replicas=1')
  return {
    evidence: factFrom('metadata.annotations', 'ScaledByDownscaler', { annotation: mark }),
    remedy: toRepair(message('IgnoreAndScaleUp'), [ignore, scale], 'low'),
  }
}

/** Who makes a workload of a custom resource sets it back: an operator, or the Operator Lifecycle Manager. */
function byOwner({ object, namespace }: Workload, facts: Facts): ScaledBy | undefined {
  const owner = object.metadata.ownerReferences?.find(({ controller }) => controller)
  const type = facts.types.find(each => each.kind === owner?.kind && apiVersionOf(each) === owner.apiVersion)
  if (owner === undefined || type === undefined || !type.group.includes('.')) return undefined
  const [resource, { name }] = [resourceName(type), owner]
  const place = { resource, name, ...(type.namespaced && { namespace }) }
  const found = facts.read({ about: 'object', ...place })
  const isThere = found.state === 'known' && found.value.metadata.uid === owner.uid
  if (!isThere || found.value.metadata.deletionTimestamp !== undefined) return undefined
  const args = { owner: `${owner.kind} ${name}` }
  return {
    evidence: factFrom('metadata.ownerReferences', 'ScaledByOwner', args),
    remedy: toRepair(message('ScaleUpInOwner', args), [editCommand(place)], 'low'),
  }
}

function byWriter({ object }: Workload): ScaledBy | undefined {
  if ((object as unknown as V1Deployment).spec?.replicas !== 0) return undefined
  const writer = writerOf(object.metadata, ['f:spec', 'f:replicas'])
  const isSyncing = writer !== undefined && /^(argocd|flux)/i.test(writer.manager)
  if (writer === undefined || !(isProgram(writer.manager) || isSyncing)) return undefined
  const at = writer.time === undefined ? undefined : rfc3339(new Date(writer.time))
  return { evidence: factFrom('managedFields', 'ScaledToZeroBy', { manager: writer.manager, at }) }
}
