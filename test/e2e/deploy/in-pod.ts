import { spawnSync } from 'node:child_process'
import type { RunOptions } from '../rig/rig.ts'
import { type Ran, runProgram, target } from '../rig/rig.ts'

/** What a kubelet would mount, and tell in the environment. */
export interface Mounted {
  /** A folder with token, ca.crt and namespace. */
  readonly folder: string
  readonly server: string
}

/** A root of its own that nothing can be written to, with the ServiceAccount where the kubelet mounts it. */
const SCRIPT = `
  mount -t tmpfs tmpfs /run
  mkdir -p /run/secrets/kubernetes.io/serviceaccount
  cp "$1"/* /run/secrets/kubernetes.io/serviceaccount
  mount -o remount,ro /run
  mount --rbind / /tmp
  mount -o remount,bind,ro /tmp
  shift
  exec chroot /tmp "$@"`

/** Whether this machine lets a process have mounts of its own: Linux, and not in every container. */
export const podsAvailable = (): boolean =>
  spawnSync('unshare', ['-rm', 'sh', '-ec', 'mount -t tmpfs tmpfs /run && mount --rbind / /tmp']).status === 0

/** Runs the program as it would run in a Pod: by the in-cluster variables and files alone, with a root that is read-only. */
export function runInPod(args: readonly string[], { folder, server }: Mounted, options: RunOptions = {}): Promise<Ran> {
  const { hostname, port } = new URL(server)
  const env = {
    KUBECONFIG: undefined,
    HOME: '/nonexistent',
    KUBERNETES_SERVICE_HOST: hostname,
    KUBERNETES_SERVICE_PORT: port,
  }
  return runProgram('unshare', ['-rm', 'sh', '-ec', SCRIPT, 'sh', folder, target().program, ...args], {
    ...options,
    env: { ...env, ...options.env },
  })
}
