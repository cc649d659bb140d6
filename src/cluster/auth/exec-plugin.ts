import { type ChildProcess, spawn } from 'node:child_process'
import type { Writable } from 'node:stream'
import { isatty } from 'node:tty'
import { type ApiFailure, misconfigured } from '../../api/failure.ts'
import { codeOfFileError, describeFileError } from '../kubeconfig/file-reader.ts'
import type { ExecConfig } from '../kubeconfig/kubeconfig.ts'

/** What a plugin may use of this process. */
export interface PluginHost {
  readonly env: NodeJS.ProcessEnv
  /** Whether a person can answer on stdin; by default whether it is a terminal. */
  readonly interactive?: boolean
  /** Where the plugin's stderr goes: a login prompt, its errors. By default this process's own. */
  readonly stderr?: Writable
}

const NOT_INSTALLED = `

It looks like you are trying to use a client-go credential plugin that is not installed.

To learn more about this feature, consult the documentation available at:
      https://kubernetes.io/docs/reference/access-authn-authz/authentication/#client-go-credential-plugins`

/** Whether the plugin gets stdin, by its `interactiveMode`. Throws ApiFailure when it must and there is no terminal. */
export function isInteractive(exec: ExecConfig, host: PluginHost): boolean {
  const available = host.interactive ?? isatty(0)
  if (exec.interactiveMode === 'Never') return false
  if (exec.interactiveMode === 'Always' && !available) {
    throw pluginFailure('exec plugin cannot support interactive mode: standard input is not a terminal')
  }
  return available
}

/**
 * Runs a credential plugin to its end and resolves with its stdout; `started` is told of the child, so that it can be
 * ended. Rejects with ApiFailure `configuration`, in client-go's words, when it cannot run or exits with an error.
 */
export function runPlugin(
  exec: ExecConfig,
  info: string,
  interactive: boolean,
  host: PluginHost,
  started: (child: ChildProcess) => void,
): Promise<string> {
  const command = exec.command ?? ''
  const added = Object.fromEntries(exec.env.map(({ name, value }) => [name, value]))
  return new Promise((resolve, reject) => {
    const child = spawn(command, [...exec.args], {
      env: { ...host.env, ...added, KUBERNETES_EXEC_INFO: info },
      stdio: [interactive ? 'inherit' : 'ignore', 'pipe', host.stderr === undefined ? 'inherit' : 'pipe'],
      windowsHide: true,
    })
    started(child)
    const output: Buffer[] = []
    child.stdout!.on('data', (chunk: Buffer) => output.push(chunk))
    if (host.stderr !== undefined) child.stderr!.pipe(host.stderr, { end: false })
    child.once('error', error => reject(cannotRun(exec, command, error)))
    child.once('close', code => {
      if (code === 0) resolve(Buffer.concat(output).toString('utf8'))
      // A signal ended it: Go reports -1.
      else reject(pluginFailure(`exec: executable ${command} failed with exit code ${code ?? -1}`))
    })
  })
}

/** An ApiFailure in the frame that client-go gives all troubles of a plugin. */
export function pluginFailure(message: string, cause?: unknown): ApiFailure {
  return misconfigured(`getting credentials: ${message}`, { cause })
}

/** A bare name that is not on PATH gets the hint of whoever wrote the kubeconfig; a path is reported as a file. */
function cannotRun(exec: ExecConfig, command: string, error: Error): ApiFailure {
  const isPath = /[/\\]/.test(command)
  if (codeOfFileError(error) === 'ENOENT' && !isPath) {
    const hint = exec.installHint === undefined ? '' : `\n\n${exec.installHint}`
    return pluginFailure(`exec: executable ${command} not found${NOT_INSTALLED}${hint}`, error)
  }
  const words = describeFileError(command, error).replace(/^(open|read) /, 'fork/exec ')
  return pluginFailure(`exec: ${words}`, error)
}
