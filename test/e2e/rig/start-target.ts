import { access, constants, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { launchControlPlane } from '../../control-plane/launch.ts'
import { removeAtEnd } from '../../control-plane/process-group.ts'
import type { Programs } from '../../control-plane/programs.ts'
import { request } from '../../control-plane/request.ts'
import { startServer } from '../../control-plane/server-process.ts'
import { until } from '../../control-plane/until.ts'
import { connectionOf } from './connection-of.ts'
import type { Target } from './target.ts'

/** A target as the runner holds it: started, to be told to suite files, and stopped after the last of them. */
export interface RunningTarget {
  readonly target: Target
  /** What its servers wrote last. */
  tail(): string
  /** Where they wrote it, until `stop`. */
  readonly logFiles: readonly string[]
  stop(): Promise<void>
}

/** The program's own practice cluster without incidents, served over HTTP by the executable under test. */
export async function startSandbox(program: string, programs: Programs | undefined): Promise<RunningTarget> {
  const folder = await mkdtemp(join(tmpdir(), 'kubectl-finalize-sandbox-'))
  const removeFolder = removeAtEnd(folder)
  const kubeconfig = join(folder, 'kubeconfig')
  const server = startServer({
    name: 'sandbox',
    command: program,
    args: ['sandbox', 'empty', '--port', '0', '--write-kubeconfig', kubeconfig],
    logFile: join(folder, 'sandbox.log'),
    env: { PATH: process.env.PATH, HOME: folder },
  })
  const serves = async () => {
    const connection = connectionOf(kubeconfig)
    return connection && (await request(connection, 'GET', '/version')).status === 200 ? connection : undefined
  }
  const died = server.ended.then(how => {
    throw new Error(`${how}\n${server.tail()}`)
  })
  const admin = await Promise.race([until(serves, { what: 'the sandbox to serve', deadlineSeconds: 120 }), died])
  return {
    target: {
      name: 'sandbox',
      kubeconfig,
      server: admin.server,
      admin,
      program,
      ...(await rest(kubeconfig, programs)),
    },
    tail: () => server.tail(),
    logFiles: [server.logFile],
    stop: async () => {
      await server.stop()
      removeFolder()
    },
  }
}

/** A real control plane of `programs`. */
export async function startControlPlane(program: string, programs: Programs): Promise<RunningTarget> {
  const plane = await launchControlPlane(programs, { audit: true })
  const { kubeconfig, server, admin, auditLog } = plane
  return {
    target: {
      name: 'control-plane',
      kubeconfig,
      server,
      admin,
      program,
      ...(auditLog === undefined ? {} : { auditLog }),
      ...(await rest(kubeconfig, programs)),
    },
    tail: () => plane.tail(),
    logFiles: plane.logFiles,
    stop: () => plane.stop(),
  }
}

/** A cluster that somebody lends for tests; it is left running, with what the tests made in it. */
export async function lentCluster(program: string, kubeconfig: string): Promise<RunningTarget> {
  const admin = connectionOf(kubeconfig)
  if (admin === undefined) throw new Error(`${kubeconfig} names no current cluster`)
  return {
    target: { name: 'control-plane', kubeconfig, server: admin.server, admin, program, ...(await rest(kubeconfig)) },
    tail: () => '',
    logFiles: [],
    stop: async () => {},
  }
}

async function rest(kubeconfig: string, programs?: Programs): Promise<Pick<Target, 'tenant' | 'kubectl' | 'programs'>> {
  const tenant = connectionOf(kubeconfig, 'tenant')
  const kubectl = programs === undefined ? await onPath('kubectl') : join(programs.folder, 'kubectl')
  return {
    ...(tenant === undefined ? {} : { tenant }),
    ...(kubectl === undefined ? {} : { kubectl }),
    ...(programs === undefined ? {} : { programs: programs.folder }),
  }
}

async function onPath(name: string): Promise<string | undefined> {
  for (const folder of (process.env.PATH ?? '').split(delimiter)) {
    const path = join(folder, name)
    const usable = access(path, constants.X_OK).then(
      () => true,
      () => false,
    )
    if (folder !== '' && (await usable)) return path
  }
  return undefined
}
