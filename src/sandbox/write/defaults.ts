import type { KubeObject } from '../../api/object.ts'
import type { ServedType } from '../types/served-type.ts'

type Fields = Readonly<Record<string, unknown>>

/** What admission and defaulting of the real server add to new objects, as far as deletion depends on it. */
const DEFAULTS: Readonly<Record<string, (object: KubeObject) => KubeObject>> = {
  namespaces(object) {
    const { name, labels } = object.metadata
    const given = (object.spec as { finalizers?: readonly string[] } | undefined)?.finalizers ?? []
    return {
      ...object,
      metadata: { ...object.metadata, labels: { ...labels, 'kubernetes.io/metadata.name': name } },
      // The namespace controller's hold is put on every Namespace, whatever the client sends (reference 2.1).
      spec: { finalizers: given.includes('kubernetes') ? given : [...given, 'kubernetes'] },
      status: { phase: 'Active' },
    }
  },
  pods: object => ({
    ...object,
    spec: podSpec(object.spec as Fields),
    status: { phase: 'Pending', qosClass: 'BestEffort' },
  }),
  // StorageObjectInUseProtection.
  persistentvolumeclaims: object => ({
    ...withFinalizer(object, 'kubernetes.io/pvc-protection'),
    spec: { volumeMode: 'Filesystem', ...(object.spec as Fields) },
    status: { phase: 'Pending' },
  }),
  persistentvolumes: object => ({
    ...withFinalizer(object, 'kubernetes.io/pv-protection'),
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
    spec: { replicas: 1, revisionHistoryLimit: 10, progressDeadlineSeconds: 600, ...withTemplate(object) },
    status: {},
  }),
  'replicasets.apps': object => ({
    ...object,
    spec: { replicas: 1, ...withTemplate(object) },
    status: { replicas: 0 },
  }),
  'statefulsets.apps': object => ({
    ...object,
    spec: { replicas: 1, podManagementPolicy: 'OrderedReady', revisionHistoryLimit: 10, ...withTemplate(object) },
    status: { replicas: 0, availableReplicas: 0 },
  }),
  'jobs.batch': object => ({
    ...object,
    spec: { parallelism: 1, completions: 1, backoffLimit: 6, suspend: false, ...withTemplate(object) },
    status: {},
  }),
}

/** The object with the defaults of its kind; custom resources get theirs from their schema. */
export function withDefaults(type: ServedType, object: KubeObject): KubeObject {
  return DEFAULTS[type.storage]?.(object) ?? object
}

function withFinalizer(object: KubeObject, finalizer: string): KubeObject {
  const finalizers = object.metadata.finalizers ?? []
  if (finalizers.includes(finalizer)) return object
  return { ...object, metadata: { ...object.metadata, finalizers: [...finalizers, finalizer] } }
}

function withTemplate(object: KubeObject): Fields {
  const spec = (object.spec ?? {}) as { template?: Fields }
  const template = spec.template ?? {}
  return { ...spec, template: { ...template, spec: podSpec((template.spec ?? {}) as Fields) } }
}

function podSpec(spec: Fields = {}): Fields {
  return {
    restartPolicy: 'Always',
    terminationGracePeriodSeconds: 30,
    dnsPolicy: 'ClusterFirst',
    schedulerName: 'default-scheduler',
    securityContext: {},
    ...spec,
  }
}
