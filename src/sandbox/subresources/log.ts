import type { KubeObject } from '../../api/object.ts'
import type { Warned } from '../answer/answer.ts'
import { badRequest } from '../answer/refusal.ts'
import { get } from '../read/get.ts'
import type { ResourceRequest } from '../request/resource-request.ts'
import type { Server } from '../server.ts'
import { chosenText } from './container-log.ts'
import { kubeletRefusal, logFromKubelet } from './kubelet.ts'
import { type LogOptions, logOptions } from './log-options.ts'

/**
 * The log of a container: what was given to the sandbox, else what the kubelet of the Pod's Node sends, on loopback
 * only. Without a Node nothing runs, and a log has no line.
 */
export async function readLog(server: Server, request: ResourceRequest): Promise<Warned> {
  const options = logOptions(request)
  get(server, request)
  const namespace = request.namespace!
  const pod = server.store.get('pods', namespace, request.name!)!
  const container = containerOf(pod, options)
  const { nodeName } = pod.spec as { nodeName?: string }
  // No body: nothing is said of a log.
  if (!nodeName) return { kind: 'text', status: 204, text: '' }
  const given = server.logs.get(`${namespace}/${pod.metadata.name}/${container}`)
  if (given !== undefined) {
    if (given.fails !== undefined) throw kubeletRefusal(given.fails, pod.metadata.name)
    const lines = options.previous ? given.previous : given.lines
    if (lines === undefined) throw noPrevious(container, pod)
    return { kind: 'bytes', status: 200, body: [chosenText(lines, options, server.now())] }
  }
  const node = server.store.get('nodes', undefined, nodeName)
  if (node !== undefined) return logFromKubelet(node, `${namespace}/${pod.metadata.name}/${container}`, request)
  if (options.previous) throw noPrevious(container, pod)
  return { kind: 'text', status: 200, text: '' }
}

function noPrevious(container: string, pod: KubeObject) {
  return badRequest(`previous terminated container "${container}" in pod "${pod.metadata.name}" not found`)
}

interface Containers {
  readonly containers?: readonly { readonly name: string }[]
  readonly initContainers?: readonly { readonly name: string }[]
}

/** Throws the server's 400 where it is not said which of several is meant, and for one that the Pod does not have. */
function containerOf({ metadata, spec }: KubeObject, { container }: LogOptions): string {
  const { containers = [], initContainers = [] } = spec as Containers
  const [only, ...more] = containers
  if (container === undefined) {
    if (more.length === 0 && only !== undefined) return only.name
    const init = initContainers.length === 0 ? '' : ` or one of the init containers: ${named(initContainers)}`
    throw badRequest(
      `a container name must be specified for pod ${metadata.name}, choose one of: ${named(containers)}${init}`,
    )
  }
  if ([...containers, ...initContainers].some(({ name }) => name === container)) return container
  throw badRequest(`container ${container} is not valid for pod ${metadata.name}`)
}

function named(containers: readonly { readonly name: string }[]): string {
  return `[${containers.map(({ name }) => name).join(' ')}]`
}
