/** Finalizers that Kubernetes' own controllers remove, each with its own rule; what is not here belongs to somebody's controller. */
export const FOREGROUND = 'foregroundDeletion'
export const ORPHAN = 'orphan'
export const NAMESPACE = 'kubernetes'
export const CRD_CLEANUP = 'customresourcecleanup.apiextensions.k8s.io'
export const PVC_PROTECTION = 'kubernetes.io/pvc-protection'
export const PV_PROTECTION = 'kubernetes.io/pv-protection'
export const JOB_TRACKING = 'batch.kubernetes.io/job-tracking'

/** Kubernetes itself puts these on and takes them off: whose they are is known without any evidence. */
export const OF_KUBERNETES: ReadonlySet<string> = new Set([
  FOREGROUND,
  ORPHAN,
  NAMESPACE,
  CRD_CLEANUP,
  PVC_PROTECTION,
  PV_PROTECTION,
  JOB_TRACKING,
])
