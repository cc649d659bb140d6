import type { KubeObject } from '../../api/object.ts'

/** A ConfigMap that a workload mounts, and the key in it that its arguments name. */
export interface MountedKatalog {
  readonly namespace: string
  readonly name: string
  /** undefined: no argument names a file in it. */
  readonly key: string | undefined
}

interface PodSpec {
  readonly volumes?: readonly { readonly name: string; readonly configMap?: { readonly name?: string } }[]
  readonly containers?: readonly Container[]
}

interface Container {
  readonly command?: readonly string[]
  readonly args?: readonly string[]
  readonly volumeMounts?: readonly { readonly name: string; readonly mountPath: string; readonly subPath?: string }[]
}

/** The ConfigMaps that a Deployment mounts; `--file <mount>/<key>`, or `--file=`, says which key is the Katalog. */
export function mountedKatalogs(deployment: KubeObject): readonly MountedKatalog[] {
  const { spec } = deployment as { spec?: { template?: { spec?: PodSpec } } }
  const { volumes = [], containers = [] } = spec?.template?.spec ?? {}
  return volumes.flatMap(volume => {
    const name = volume.configMap?.name
    if (name === undefined) return []
    const keys = containers.flatMap(container => keysIn(container, volume.name))
    return [{ namespace: deployment.metadata.namespace ?? '', name, key: keys[0] }]
  })
}

function keysIn({ command = [], args = [], volumeMounts = [] }: Container, volume: string): readonly string[] {
  const words = [...command, ...args]
  const files = words.flatMap((word, index) => {
    const inOne = /^--?file=(.*)$/.exec(word)?.[1]
    if (inOne !== undefined) return [inOne]
    return /^--?file$/.test(word) ? (words[index + 1] ?? []) : []
  })
  return volumeMounts
    .filter(mount => mount.name === volume)
    .flatMap(({ mountPath, subPath }) => {
      if (subPath !== undefined) return files.includes(mountPath) ? [subPath] : []
      const folder = `${mountPath.replace(/\/$/, '')}/`
      return files.filter(file => file.startsWith(folder)).map(file => file.slice(folder.length))
    })
}
