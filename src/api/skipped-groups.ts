/**
 * Groups whose objects are computed at each request from something else (metrics, projections, package lists): they are
 * never terminating, and listing them costs their servers much.
 */
const VIRTUAL_GROUPS: ReadonlySet<string> = new Set([
  'metrics.k8s.io',
  'custom.metrics.k8s.io',
  'external.metrics.k8s.io',
  'packages.operators.coreos.com',
  'subresources.kubevirt.io',
  'visibility.kueue.x-k8s.io',
])

const VIRTUAL_RESOURCES: ReadonlySet<string> = new Set([
  'componentstatuses',
  // One store under two names, many objects, no finalizers in practice: read only when asked for by name.
  'events',
  'events.events.k8s.io',
  // OpenShift's second views of Namespaces and image streams.
  'projects.project.openshift.io',
  'imagestreamtags.image.openshift.io',
  'imagetags.image.openshift.io',
  'imagestreamimages.image.openshift.io',
])

/** Whether a survey of the whole cluster leaves out this `plural.group`, because no object of it can be stuck. */
export function isLeftOutOfSurvey(resource: string): boolean {
  const group = resource.slice(resource.indexOf('.') + 1)
  return VIRTUAL_GROUPS.has(group) || group === 'authorization.openshift.io' || VIRTUAL_RESOURCES.has(resource)
}
