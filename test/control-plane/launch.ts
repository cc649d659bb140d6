import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { auditIn } from './audit.ts'
import { type Credentials, createCredentials } from './credentials.ts'
import { apiserverFlags, controllerManagerFlags, etcdFlags } from './flags.ts'
import { freePorts } from './free-port.ts'
import { writeKubeconfig } from './kubeconfig.ts'
import { removeAtEnd } from './process-group.ts'
import type { Programs } from './programs.ts'
import { type Connection, request } from './request.ts'
import { type ServerProcess, startServer } from './server-process.ts'
import { until } from './until.ts'

/** A running etcd, kube-apiserver and kube-controller-manager on loopback, thrown away by `stop`. */
export interface ControlPlane {
  /** Contexts `admin` (current), `admin-certificate`, `tenant`. */
  readonly kubeconfig: string
  readonly server: string
  /** URL of etcd, which takes anything from anybody. */
  readonly etcd: string
  readonly admin: Connection
  readonly tenant: Connection
  readonly credentials: Credentials
  /** The stock kubectl of the same release. */
  readonly kubectl: string
  /** Ends kube-controller-manager at once: its Lease stays, as when it crashes. */
  stopControllerManager(): Promise<void>
  startControllerManager(): Promise<void>
  /** Ends kube-apiserver at once, as when its host fails; the others wait for it. */
  stopApiserver(): Promise<void>
  /** Starts it again where it was, and waits until it is ready. */
  startApiserver(): Promise<void>
  /** Starts another API server of this cluster, as on another host: it has a Lease of its own. Its URL. Root alone may. */
  startAnotherApiserver(): Promise<string>
  /** The audit log of the API server (audit.ts), where it was asked for. */
  readonly auditLog?: string
  /** What the servers wrote last, for the report of a failure. */
  tail(): string
  /** Where they wrote it, until `stop`. */
  readonly logFiles: readonly string[]
  stop(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

/** What a test sets beside the flags that every control plane has; the last of one name counts. */
export interface ExtraFlags {
  readonly apiserver?: readonly string[]
  readonly controllerManager?: readonly string[]
  /** Has the API server keep an audit log of what its administrator asks it to change. */
  readonly audit?: boolean
}

/** Starts a control plane and waits until it serves and its controllers work (about 6 s). */
export async function launchControlPlane(programs: Programs, extra: ExtraFlags = {}): Promise<ControlPlane> {
  const folder = await mkdtemp(join(tmpdir(), 'kubectl-finalize-control-plane-'))
  const removeFolder = removeAtEnd(folder)
  const credentials = await createCredentials(folder)
  const [etcd, etcdPeer, apiserver] = await freePorts(3)
  const ports = { etcd: etcd!, etcdPeer: etcdPeer!, apiserver: apiserver! }
  const server = `https://127.0.0.1:${ports.apiserver}`
  const kubeconfig = join(folder, 'kubeconfig')
  await writeKubeconfig(kubeconfig, server, credentials)
  const ca = credentials.authority.certificate
  const admin = { server, ca, token: credentials.admin.token }
  const audit = extra.audit ? await auditIn(folder) : undefined

  const running = new Map<string, ServerProcess>()
  const start = (name: string, args: readonly string[], command = join(programs.folder, name)) => {
    const logFile = join(folder, `${name}.log`)
    // Servers of a test are short of cores, not of memory.
    const env = { GOGC: '400', ...process.env }
    running.set(name, startServer({ name, command, args, logFile, env }))
  }
  const tail = () => [...running.values()].map(process => process.tail()).join('\n')
  const stop = async () => {
    await Promise.all([...running.values()].map(process => process.stop()))
    removeFolder()
  }
  /** Waits for the answer, or for the death of the server that should give it. */
  const ready = async (name: string, what: string, look: () => Promise<true | undefined>) => {
    const died = running.get(name)!.ended.then(how => {
      throw new Error(how)
    })
    await Promise.race([until(look, { what, deadlineSeconds: 120 }), died])
  }
  const startControllerManager = async () => {
    await request(admin, 'DELETE', PROBE)
    const flags = controllerManagerFlags(kubeconfig, credentials)
    start('kube-controller-manager', [...flags, ...(extra.controllerManager ?? [])])
    await ready('kube-controller-manager', 'the controllers to work', () => controllersWork(admin))
  }
  const startApiserver = async () => {
    const more = [...(audit?.flags ?? []), ...(extra.apiserver ?? [])]
    start('kube-apiserver', [...apiserverFlags(folder, ports, credentials), ...more])
    await ready('kube-apiserver', 'the API server to be ready', () => apiserverReady(admin))
  }
  const startAnotherApiserver = async () => {
    const [port] = await freePorts(1)
    const flags = apiserverFlags(folder, { ...ports, apiserver: port! }, credentials)
    const program = join(programs.folder, 'kube-apiserver')
    // The Lease is named after the host's name.
    const as = ['--uts', 'sh', '-c', 'hostname "$0" && exec "$@"', `apiserver-${port}`, program, ...flags]
    start('kube-apiserver-2', as, 'unshare')
    const there = { ...admin, server: `https://127.0.0.1:${port}` }
    await ready('kube-apiserver-2', 'the other API server to be ready', () => apiserverReady(there))
    return there.server
  }

  try {
    start('etcd', etcdFlags(folder, ports))
    await startApiserver()
    await startControllerManager()
  } catch (error) {
    const logs = tail()
    await stop()
    throw new Error(`the control plane did not start: ${error instanceof Error ? error.message : error}\n${logs}`)
  }
  return {
    kubeconfig,
    server,
    etcd: `http://127.0.0.1:${ports.etcd}`,
    admin,
    tenant: { server, ca, token: credentials.tenant.token },
    credentials,
    kubectl: join(programs.folder, 'kubectl'),
    stopControllerManager: async () => running.get('kube-controller-manager')?.stop(),
    startControllerManager,
    stopApiserver: async () => running.get('kube-apiserver')?.stop(),
    startApiserver,
    startAnotherApiserver,
    ...(audit === undefined ? {} : { auditLog: audit.file }),
    tail,
    get logFiles() {
      return [...running.values()].map(process => process.logFile)
    },
    stop,
    [Symbol.asyncDispose]: stop,
  }
}

async function apiserverReady(admin: Connection): Promise<true | undefined> {
  return (await request(admin, 'GET', '/readyz')).status === 200 ? true : undefined
}

const PROBE = '/api/v1/namespaces/default/serviceaccounts/default'

/** Controllers work when the service account, deleted before they were started, is there again. */
async function controllersWork(admin: Connection): Promise<true | undefined> {
  return (await request(admin, 'GET', PROBE)).status === 200 ? true : undefined
}
