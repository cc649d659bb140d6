import { PV_PROTECTION, PVC_PROTECTION } from '../../api/builtin-finalizers.ts'
import type { KubeObject } from '../../api/object.ts'
import type { ServedType } from '../types/served-type.ts'
import { withPolicyDefaults, withWebhookDefaults } from './default-admission.ts'
import { withJobDefaults } from './default-job.ts'
import { defaultPodSpec, withTemplate } from './default-pod.ts'

type Fields = Readonly<Record<string, unknown>>

/** What admission and defaulting of the real server add to new objects, as far as deletion and kubectl see it. */
const DEFAULTS: Readonly<Record<string, (object: KubeObject) => KubeObject>> = {
  namespaces(object) {
    const { name, labels } = object.metadata
    const given = (object.spec as { finalizers?: readonly string[] } | undefined)?.finalizers ?? []
    return {
      ...object,
      metadata: { ...object.metadata, labels: { ...labels, 'kubernetes.io/metadata.name': name } },
      // The namespace controller's hold is put on every Namespace, whatever the client sends
      // (kubernetes-deletion.md 2.1).
      spec: { finalizers: given.includes('kubernetes') ? given : [...given, 'kubernetes'] },
      status: { phase: 'Active' },
    }
  },
  pods: object => ({
    ...object,
    spec: {
      ...defaultPodSpec(object.spec as Fields),
      ...SCHEDULED,
      ...(object.spec as Fields),
      ...containersOf(object),
    },
    status: { phase: 'Pending', qosClass: 'BestEffort' },
  }),
  nodes: object => ({ ...object, spec: object.spec ?? {}, status: {} }),
  // StorageObjectInUseProtection.
  persistentvolumeclaims: object => ({
    ...withFinalizer(object, PVC_PROTECTION),
    spec: { volumeMode: 'Filesystem', ...(object.spec as Fields) },
    status: { phase: 'Pending' },
  }),
  persistentvolumes: object => ({
    ...withFinalizer(object, PV_PROTECTION),
    spec: { persistentVolumeReclaimPolicy: 'Retain', volumeMode: 'Filesystem', ...(object.spec as Fields) },
    status: { phase: 'Pending' },
  }),
  services: object => ({
    ...object,
    spec: { type: 'ClusterIP', sessionAffinity: 'None', clusterIP: '10.96.0.99', ...(object.spec as Fields) },
    status: { loadBalancer: {} },
  }),
  secrets: object => ({ ...object, type: object.type ?? 'Opaque' }),
  'deployments.apps': object => ({
    ...object,
    spec: {
      replicas: 1,
      strategy: { type: 'RollingUpdate', rollingUpdate: { maxUnavailable: '25%', maxSurge: '25%' } },
      revisionHistoryLimit: 10,
      progressDeadlineSeconds: 600,
      ...withTemplate(object),
    },
    status: {},
  }),
  'replicasets.apps': object => ({
    ...object,
    spec: { replicas: 1, ...withTemplate(object) },
    status: { replicas: 0 },
  }),
  'statefulsets.apps': object => ({
    ...object,
    spec: {
      replicas: 1,
      podManagementPolicy: 'OrderedReady',
      updateStrategy: { type: 'RollingUpdate', rollingUpdate: { partition: 0 } },
      revisionHistoryLimit: 10,
      ...withTemplate(object),
    },
    status: { replicas: 0, availableReplicas: 0 },
  }),
  'jobs.batch': withJobDefaults,
  'customresourcedefinitions.apiextensions.k8s.io': object => ({
    ...object,
    spec: { conversion: { strategy: 'None' }, ...withListKind(object) },
    // Filled in by the naming controller, a moment after the answer.
    status: { conditions: null, acceptedNames: { plural: '', kind: '' }, storedVersions: storedVersions(object) },
  }),
  'apiservices.apiregistration.k8s.io': object => ({
    ...object,
    spec: withServicePort(object.spec as Fields),
    status: {},
  }),
  'validatingwebhookconfigurations.admissionregistration.k8s.io': withWebhookDefaults,
  'mutatingwebhookconfigurations.admissionregistration.k8s.io': withWebhookDefaults,
  'validatingadmissionpolicies.admissionregistration.k8s.io': object => ({ ...withPolicyDefaults(object), status: {} }),
  'validatingadmissionpolicybindings.admissionregistration.k8s.io': withPolicyDefaults,
  events: object => ({
    source: {},
    firstTimestamp: null,
    lastTimestamp: null,
    eventTime: null,
    reportingComponent: '',
    reportingInstance: '',
    ...object,
  }),
}

/** The object with the defaults of its kind; custom resources get theirs from their schema. */
export function withDefaults(type: ServedType, object: KubeObject): KubeObject {
  return DEFAULTS[type.storage]?.(object) ?? object
}

/** What admission plugins add to a Pod that is created directly, and not to a template. */
const SCHEDULED = {
  tolerations: ['not-ready', 'unreachable'].map(name => ({
    key: `node.kubernetes.io/${name}`,
    operator: 'Exists',
    effect: 'NoExecute',
    tolerationSeconds: 300,
  })),
  priority: 0,
  enableServiceLinks: true,
  preemptionPolicy: 'PreemptLowerPriority',
}

function containersOf(object: KubeObject): Fields {
  const { containers, initContainers } = defaultPodSpec(object.spec as Fields) as {
    containers?: unknown
    initContainers?: unknown
  }
  return { ...(containers !== undefined && { containers }), ...(initContainers !== undefined && { initContainers }) }
}

function withFinalizer(object: KubeObject, finalizer: string): KubeObject {
  const finalizers = object.metadata.finalizers ?? []
  if (finalizers.includes(finalizer)) return object
  return { ...object, metadata: { ...object.metadata, finalizers: [...finalizers, finalizer] } }
}

function withListKind(definition: KubeObject): Fields {
  const spec = (definition.spec ?? {}) as { names?: { kind?: string; singular?: string } }
  const kind = spec.names?.kind ?? ''
  return { ...spec, names: { listKind: `${kind}List`, singular: kind.toLowerCase(), ...spec.names } }
}

function storedVersions({ spec }: KubeObject): string[] {
  const { versions = [] } = spec as { versions?: readonly { name: string; storage: boolean }[] }
  return versions.filter(version => version.storage).map(version => version.name)
}

function withServicePort(spec: Fields = {}): Fields {
  return spec.service ? { ...spec, service: { port: 443, ...(spec.service as Fields) } } : spec
}
