/**
 * In which order Helm uninstalls kinds, without waiting between (helm pkg/release/v1/util/kind_sorter.go,
 * UninstallOrder).
 */
const KINDS = `ValidatingWebhookConfiguration MutatingWebhookConfiguration APIService Ingress IngressClass Service CronJob Job StatefulSet
  HorizontalPodAutoscaler Deployment ReplicaSet ReplicationController Pod DaemonSet RoleBindingList RoleBinding RoleList Role
  ClusterRoleBindingList ClusterRoleBinding ClusterRoleList ClusterRole CustomResourceDefinition PersistentVolumeClaim PersistentVolume
  StorageClass ConfigMap SecretList Secret ServiceAccount PodDisruptionBudget PodSecurityPolicy LimitRange ResourceQuota NetworkPolicy
  Namespace PriorityClass`

const PLACES = new Map(KINDS.split(/\s+/).map((kind, place) => [kind, place]))

/** Compares as Helm does: kinds that it does not know come last, by their names. */
export function byHelmKind(a: { readonly kind: string }, b: { readonly kind: string }): number {
  const [one, other] = [PLACES.get(a.kind) ?? PLACES.size, PLACES.get(b.kind) ?? PLACES.size]
  if (one !== other || one < PLACES.size) return one - other
  if (a.kind === b.kind) return 0
  return a.kind < b.kind ? -1 : 1
}
