import { ApiFailure } from '../api/failure.ts'
import type { KubeObject } from '../api/object.ts'
import type { ApiResponse, Transport } from '../cluster/transport/transport.ts'
import type { AdmissionHook } from './admission/hook.ts'
import { bootstrap } from './bootstrap.ts'
import { type SandboxClock, systemClock } from './clock.ts'
import type { Controller } from './controllers/controller.ts'
import { registerDefinitions } from './controllers/definition-names.ts'
import { MANAGER_RUNS_FOR } from './controllers/leader-lease.ts'
import { createControllers, runControllers, settle } from './controllers/run.ts'
import { createIdentity } from './identity.ts'
import { createCounts } from './metrics/counts.ts'
import { type GivenObject, type PutOptions, put } from './put.ts'
import { type SandboxRequest, serveRequest } from './serve-request.ts'
import type { Authorize, Server } from './server.ts'
import { Store } from './store/store.ts'
import { createTypeRegistry } from './types/registry.ts'

export interface SandboxOptions {
  /** Default: the time of this machine. */
  readonly clock?: SandboxClock
  /** gitVersion that /version tells; default `v1.36.3`. It does not change behaviour. */
  readonly version?: string
}

/** May answer a request itself, or throw; undefined: the server answers. Requests of controllers do not pass here. */
export type RequestHook = (request: SandboxRequest) => ApiResponse | undefined | Promise<ApiResponse | undefined>

/** A Kubernetes API server in memory, with the controllers that deletion needs. See README.md for what it promises. */
export interface Sandbox {
  readonly clock: SandboxClock
  /** One exchange. `user` is a name or a User; none is system:admin in system:masters. Never rejects by itself. */
  handle(request: SandboxRequest): Promise<ApiResponse>
  /** The port of the program, in process: server `https://sandbox`. */
  transport(user?: SandboxRequest['user']): Transport
  /** Stores an object as given, past admission and validation; adds missing system fields. Replaces what is there. */
  put(object: GivenObject, options?: PutOptions): KubeObject
  /** The stored object, whatever a request would answer. */
  get(apiVersion: string, kind: string, name: string, namespace?: string): KubeObject | undefined
  /** Runs all controllers at the clock's time until nothing changes any more. */
  settle(): Promise<void>
  /** Runs the controllers as time passes, without keeping the process alive; answers how to stop. For real clocks. */
  start(): () => void
  /** Compacts the past: older watches and continue tokens answer 410. */
  compact(): void
  /** What containers wrote, by `NAMESPACE/POD/CONTAINER`; also set after the Pod was put. */
  readonly logs: Server['logs']
  /** Webhooks as functions. Push to it. */
  readonly admission: AdmissionHook[]
  /** What `settle` and `start` run. Push an operator that works; empty it to stop kube-controller-manager. */
  readonly controllers: Controller[]
  /** Decides about permissions instead of the stored RBAC objects while it is set. */
  authorize: Authorize | undefined
  /** The parts, for the rest of this room. */
  readonly server: Server
  /** What answers in place of the server, where something is to go wrong. */
  onRequest: RequestHook | undefined
}

/** An empty cluster: the four default namespaces, default roles, and a kube-controller-manager that holds its Lease. */
export function createSandbox({ clock = systemClock, version = 'v1.36.3' }: SandboxOptions = {}): Sandbox {
  const store = new Store()
  const server: Server = {
    now: () => clock.now().getTime(),
    identity: createIdentity(),
    store,
    counts: createCounts(clock.now().getTime() - MANAGER_RUNS_FOR),
    types: createTypeRegistry(store),
    version,
    logs: new Map(),
    admission: [],
    authorize: undefined,
  }
  registerDefinitions(server)
  bootstrap(server)
  const controllers: Controller[] = createControllers()
  const sandbox: Sandbox = {
    clock,
    server,
    logs: server.logs,
    admission: server.admission,
    controllers,
    onRequest: undefined,
    get authorize() {
      return server.authorize
    },
    set authorize(authorize) {
      server.authorize = authorize
    },
    async handle(request) {
      return (await sandbox.onRequest?.(request)) ?? serveRequest(server, request)
    },
    transport: user => createTransport(sandbox, user),
    put: (object, options) => put(server, object, options),
    get(apiVersion, kind, name, namespace) {
      const type = server.types
        .all()
        .find(candidate => candidate.kind === kind && apiVersionMatches(candidate, apiVersion))
      return type && store.get(type.storage, namespace, name)
    },
    settle: () => settle(server, controllers),
    start: () => runControllers(server, controllers),
    compact: () => store.compact(),
  }
  return sandbox
}

function apiVersionMatches(type: { group: string; version: string }, apiVersion: string): boolean {
  return apiVersion === (type.group === '' ? type.version : `${type.group}/${type.version}`)
}

/** What answers requests. */
interface Handler {
  handle(request: SandboxRequest): Promise<ApiResponse>
}

/** The sandbox as the program's port to an API server; an aborted request rejects as a real one does. */
export function createTransport(sandbox: Handler, user?: SandboxRequest['user']): Transport {
  return {
    server: 'https://sandbox',
    async send(request) {
      if (request.signal?.aborted) throw new ApiFailure({ kind: 'aborted', message: 'the request was aborted' })
      return sandbox.handle(user === undefined ? request : { ...request, user })
    },
    close() {},
  }
}
