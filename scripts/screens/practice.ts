import { execFile } from 'node:child_process'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { stringify } from 'yaml'
import { buildIncident } from '../../src/sandbox/incidents/index.ts'
import { serveSandbox } from '../../src/sandbox/serve.ts'

export interface Ended {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

/** A practice cluster that is served, as the context "prod" of a kubeconfig, and a kubectl on PATH that has the program as its plugin. */
export interface Practice extends AsyncDisposable {
  /** Of its API server. */
  readonly url: string
  readonly folder: string
  readonly program: string
  readonly env: Readonly<Record<string, string>>
  /** Runs a program there, with more variables. */
  run(program: string, args: readonly string[], more?: Readonly<Record<string, string>>): Promise<Ended>
}

/** What is shown was deleted so long before, that its age is the same whenever the screens are made: "6d", not "5d23h" for a moment. */
const MINUTES_BEFORE = 10

export async function practice(program: string, incident: string): Promise<Practice> {
  let behind = MINUTES_BEFORE * 60_000
  const sandbox = buildIncident(incident, { now: () => new Date(Date.now() - behind) })
  if (sandbox === undefined) throw new Error(`${incident}: no incident of the practice cluster`)
  behind = 0
  const served = await serveSandbox(sandbox)
  const folder = await mkdtemp(join(tmpdir(), 'kubectl-finalize-screens-'))
  const kubeconfig = join(folder, 'kubeconfig')
  await writeFile(kubeconfig, kubeconfigOf(served.url))
  const script = async (name: string, text: string): Promise<void> => {
    await writeFile(join(folder, name), `#!/bin/sh\n${text}\n`)
    await chmod(join(folder, name), 0o755)
  }
  await script('kubectl', `test "$1" = finalize || exit 99\nshift\nexec '${program}' "$@"`)
  // A pager waits for keys.
  await script('less', 'cat')
  const env = { PATH: [folder, process.env.PATH].join(delimiter), HOME: folder, KUBECONFIG: kubeconfig }
  return {
    url: served.url,
    folder,
    program,
    env,
    run: (started, args, more = {}) => ended(started, args, { cwd: folder, env: { ...env, ...more } }),
    async [Symbol.asyncDispose]() {
      await served.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

const kubeconfigOf = (server: string): string =>
  stringify({
    ...{ apiVersion: 'v1', kind: 'Config', 'current-context': 'prod' },
    clusters: [{ name: 'prod', cluster: { server } }],
    users: [{ name: 'ada', user: {} }],
    contexts: [{ name: 'prod', context: { cluster: 'prod', user: 'ada' } }],
  })

function ended(program: string, args: readonly string[], options: { cwd: string; env: object }): Promise<Ended> {
  return new Promise((resolve, reject) => {
    execFile(program, args, { ...options, env: { ...options.env } as NodeJS.ProcessEnv }, (error, stdout, stderr) => {
      const code = error === null ? 0 : error.code
      if (typeof code === 'number') resolve({ code, stdout, stderr })
      else reject(error)
    })
  })
}
