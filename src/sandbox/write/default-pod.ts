import type { KubeObject } from '../../api/object.ts'

type Fields = Readonly<Record<string, unknown>>

/** The spec of a Pod or of a template with the defaults of its API version. */
export function defaultPodSpec(spec: Fields = {}): Fields {
  const { containers, initContainers } = spec as { containers?: readonly Fields[]; initContainers?: readonly Fields[] }
  return {
    restartPolicy: 'Always',
    terminationGracePeriodSeconds: 30,
    dnsPolicy: 'ClusterFirst',
    securityContext: {},
    schedulerName: 'default-scheduler',
    ...spec,
    ...(containers && { containers: containers.map(defaultContainer) }),
    ...(initContainers && { initContainers: initContainers.map(defaultContainer) }),
  }
}

/** The spec of a workload with the defaults of its Pod template. */
export function withTemplate(object: KubeObject): Fields {
  const spec = (object.spec ?? {}) as { template?: Fields }
  const template = spec.template ?? {}
  return { ...spec, template: { ...template, spec: defaultPodSpec((template.spec ?? {}) as Fields) } }
}

function defaultContainer(container: Fields): Fields {
  const { ports } = container as { ports?: readonly Fields[] }
  return {
    resources: {},
    terminationMessagePath: '/dev/termination-log',
    terminationMessagePolicy: 'File',
    imagePullPolicy: isLatest(String(container.image ?? '')) ? 'Always' : 'IfNotPresent',
    ...container,
    ...(ports && { ports: ports.map(port => ({ protocol: 'TCP', ...port })) }),
  }
}

/** An image without a tag is `latest`, which is pulled every time. */
function isLatest(image: string): boolean {
  const tag = /:([^/]+)$/.exec(image)?.[1]
  return !image.includes('@') && (tag === undefined || tag === 'latest')
}
