import type { KubeObject } from '../../api/object.ts'
import { withTemplate } from './default-pod.ts'

/** A Job selects its Pods by its own uid, in labels that the server puts on the Job and on its template. */
export function withJobDefaults(job: KubeObject): KubeObject {
  const spec = withTemplate(job) as { template: { metadata?: { labels?: object } }; manualSelector?: boolean }
  const defaults = {
    parallelism: 1,
    completions: 1,
    backoffLimit: 6,
    completionMode: 'NonIndexed',
    suspend: false,
    podReplacementPolicy: 'TerminatingOrFailed',
  }
  if (spec.manualSelector === true) return { ...job, spec: { ...defaults, ...spec }, status: {} }
  const { name, uid } = job.metadata
  const labels = {
    'batch.kubernetes.io/controller-uid': uid,
    'batch.kubernetes.io/job-name': name,
    'controller-uid': uid,
    'job-name': name,
  }
  const template = {
    ...spec.template,
    metadata: { ...spec.template.metadata, labels: { ...spec.template.metadata?.labels, ...labels } },
  }
  return {
    ...job,
    metadata: { ...job.metadata, labels: { ...labels, ...job.metadata.labels } },
    spec: {
      ...defaults,
      ...spec,
      manualSelector: false,
      selector: { matchLabels: { 'batch.kubernetes.io/controller-uid': uid } },
      template,
    },
    status: {},
  }
}
