import type { KubeObject } from '../api/object.ts'
import { valuesAt } from '../api/values-at.ts'

/**
 * Fields that name something outside, as spec.csi.volumeHandle, status.loadBalancer.ingress[].hostname of Kubernetes,
 * status.ackResourceMetadata.arn of aws-controllers-k8s, status.atProvider of Crossplane. A false match is only shown.
 */
const TELLING =
  /(url|uri|arn|handle|hostname|endpoint|address|bucket|externalid|resourceid|instanceid|volumeid|loadbalancer)$|^(id|ip|host)$/i
/** Deeper in a spec these are given: the id of a cluster to work on, a bucket for backups. */
const OF_OBJECT: ReadonlySet<string> = new Set(['id', 'ip', 'bucket', 'bucketname'])
/** An address, or many: one that is let in, or that a machine has in its network. */
const ADDRESS = /^(?=.*[.:])[\da-f.:]+(?:\/\d+)?$/i
/** Of a Pod or a machine, as those of a network of its own are (RFC 1918, RFC 4193). */
const PRIVATE_ADDRESS = /^(?:10|127|192\.168|172\.(?:1[6-9]|2\d|3[01]))\.|^f[cd][\da-f]{2}:/i
/** A node is called so: what others resolve has a domain. */
const NODE = /^(?:node_?)?host_?name$/i
/** What stands there chooses by labels, and names nothing: `selector: {kubernetes.io/hostname: worker-1}`. */
const OF_LABELS = /selector$|labels$/i
/**
 * In these blocks ids are those of another thing: of what is referred to, a source (spec.source.volumeHandle of
 * kubernetes-csi/external-snapshotter), a network that is there already (status.externalNetwork of
 * kubernetes-sigs/cluster-api-provider-openstack).
 */
export const OF_OTHERS =
  /ref(erence)?s?$|template|parent|^source|^existing|^(external|public|provider)(network|subnet|router)s?$/i
/** A run, what it was given, and its steps are records of work that is over (hashicorp/hcp-terraform-operator#299). */
const OF_RUN = /^(?:last|current|destroy)?run$|^configurationversion$|^(?:steps|stages|tasks|history)$/i
const DEEPEST = 6
/** A repository, a subscriber, a server: an address in a spec is called by the controller, not made by it. */
const CALLED =
  /^(https?|git|ssh|oci|git\+\w+|etcd|postgres\w*|mysql|mongodb\S*|rediss?|amqps?|tcp|ldaps?):\/\/|^git@|^[a-z\d][a-z\d.-]{0,252}:\d{2,5}$/i
/** Deeper in a spec any is: the model that is to be served. */
const ANY_URL = /^[a-z][\w+.-]*:\/\//i

/**
 * In a spec these are given: a role, a key, where a server or an upstream is (Kong/kong-operator#777), or what is to be
 * loaded (SeldonIO/seldon-core#5043).
 */
const GIVEN =
  /(role|policy|boundary|profile|key|certificate|secret|topic|subnet|vpc|cluster)_?arns?$|^(storage|model|artifact|image|file|download|data(set)?)_?ur[il]$|(address|endpoint)$|^host$/i
/** A pattern for any host is no name: `host: '%'`. */
const NAMES = /[a-z\d]/i

/**
 * What an object names outside the cluster, as `value (path)`, which is left if its controller never cleans up: first
 * fields of `ids`, known to have it, then status, then spec. URLs of the spec count only if `ids` or the status has
 * them. The content of Secrets and ConfigMaps is never looked at.
 */
export function leaksOf(object: KubeObject, ids: readonly string[] = []): readonly string[] {
  const found = new Map<string, string>()
  const { spec, status } = object
  for (const path of ids) {
    for (const value of valuesAt({ spec, status }, path))
      if (['string', 'number'].includes(typeof value) && value !== '') found.set(String(value), path)
  }
  for (const part of ['status', 'spec'] as const) walk(object[part], part, 0, found)
  const { name, namespace } = object.metadata
  for (const url of found.keys()) if (isServedHere(url, name, namespace)) found.delete(url)
  return [...found].map(([value, path]) => `${value} (${path})`)
}

function isOfService(text: string): boolean {
  return text.endsWith('.svc') || ['.svc.cluster.local', '.svc:', '.svc/'].some(part => text.includes(part))
}

/** At a host called after the object and its namespace the cluster itself answers (kserve/kserve, knative/serving). */
function isServedHere(text: string, name: string, namespace: string | undefined): boolean {
  if (namespace === undefined || !CALLED.test(text)) return false
  const host = text.split('://')[1] ?? ''
  return ['-', '.'].some(between => host.startsWith(`${name}${between}${namespace}.`))
}

/**
 * What is not of the controller's making, or a part of the object itself, listed by its id: `nodes: {a: {id: a}}`. The
 * digest of an image says what is in it, and names no place (acorn-io/runtime#1795).
 */
function isInput(name: string, text: string, path: string): boolean {
  if (path.endsWith(`.${text}`) || text.startsWith('sha256:')) return true
  if (NODE.test(name) && !text.includes('.') && !path.includes('loadBalancer')) return true
  if (path.startsWith('status')) {
    const isOfOne =
      path.startsWith('status.addresses') || (!path.includes('loadBalancer') && PRIVATE_ADDRESS.test(text))
    return isOfOne && ADDRESS.test(text)
  }
  const isDeep = path !== 'spec'
  return (
    GIVEN.test(name) ||
    CALLED.test(text) ||
    ADDRESS.test(text) ||
    (isDeep && (ANY_URL.test(text) || OF_OBJECT.has(name.toLowerCase())))
  )
}

function walk(value: unknown, path: string, depth: number, found: Map<string, string>): void {
  if (depth > DEEPEST || typeof value !== 'object' || value === null) return
  for (const [name, inner] of Object.entries(value)) {
    const innerPath = Array.isArray(value) ? `${path}[${name}]` : `${path}.${name}`
    const isGiven = typeof inner === 'string' && (isOfService(inner) || isInput(name, inner, path))
    if (typeof inner === 'string' && TELLING.test(name) && NAMES.test(inner) && !isGiven && !found.has(inner))
      found.set(inner, innerPath)
    else if (![OF_LABELS, OF_OTHERS, OF_RUN].some(words => words.test(name))) walk(inner, innerPath, depth + 1, found)
  }
}
