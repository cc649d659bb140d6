import { wordsOfName } from '../../api/camel-case.ts'
import type { Workload } from '../workloads/workloads.ts'

/**
 * Words that name no product, but belong to the form of the names in catalogue/: domains, roles, kinds of programs,
 * `controller-manager` of kubebuilder, leader election; `kopf` is a library (rgeraskin/remove-empty-ns-operator#5);
 * `external` resources are any product's (vmware-tanzu/velero#8409).
 */
const COMMON = new Set(
  (
    'com io org net dev sh app apps www k8s kubernetes x example cluster system operator operators controller ' +
    'controllers manager finalizer finalizers cleanup protection api apis v1 v2 beta alpha the core resource service load balancer webhook server agent driver provider fin leader election lock lease hub spoke kopf external'
  ).split(' '),
)

/** The words of a finalizer, an API group or a manager that tell a product. Short and common ones tell nothing. */
export function wordsOf(...names: readonly string[]): ReadonlySet<string> {
  const words = names.flatMap(wordsOfName)
  return new Set(words.map(singular).filter(word => word.length > 2 && !COMMON.has(word)))
}

/** Deploy tools, by product, which have every right and put no finalizers of their own on what they deploy. */
export const DEPLOYERS = wordsOf(
  ...'argocd argo flux kustomize helm tiller fleet rancher tekton jenkins gitlab velero olm pipeline deploy deployer gitops terraform spinnaker runner'.split(
    ' ',
  ),
)

/** The names of a workload: its own, its labels', containers' and images'. A dump may have others than texts there. */
export function namesOf({ name, object, containers }: Workload): readonly string[] {
  const { labels = {} } = object.metadata
  return [
    name,
    ...['app', 'app.kubernetes.io/name', 'app.kubernetes.io/part-of'].map(label => labels[label] ?? ''),
    ...containers.flatMap(each => [each.name, imageName(`${each.image}`)]),
  ].filter(each => typeof each === 'string')
}

/** `victoriametrics/operator` (VictoriaMetrics/operator#442): with whose it is, where no word of it tells that. */
function imageName(image: string): string {
  const [name = '', of = ''] = image.split('@')[0]!.split('/').toReversed()
  const own = name.split(':')[0]!
  return wordsOf(own).size > 0 ? own : `${of}/${own}`
}

/** Whether a workload's name, labels, containers or images share a telling word with these, or its name is one. */
export function isKin(workload: Workload, words: ReadonlySet<string>): boolean {
  // `model-registry-controller-manager` of modelregistry.kubeflow.org (kubeflow/hub#2789)
  return overlaps(wordsOf(...namesOf(workload)), words) || words.has([...wordsOf(workload.name)].join(''))
}

export function overlaps(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  return [...a].some(word => b.has(word))
}

/** `usersshkey` of `UserSSHKeys` and `user-ssh-key-controller`, to compare names that may be of one thing. */
export function stem(name: string): string {
  return singular(
    wordsOfName(name)
      .join('')
      .replace(/(?:controller|reconciler)s?$/, ''),
  )
}

export function singular(word: string): string {
  return word.length > 3 && word.endsWith('s') ? word.slice(0, -1) : word
}
