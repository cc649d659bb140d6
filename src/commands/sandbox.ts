import { chmod, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { defineCommand } from '../commandline/command.ts'
import { shellQuote } from '../diagnosis/shell-quote.ts'
import { ExitCode, UsageError } from '../exit-code.ts'

export const sandbox = defineCommand({
  name: 'sandbox',
  also: ['practice', 'demo'],
  words: '[INCIDENT]',
  completes: 'incidents',
  summary: 'Serve a practice cluster with incidents in it on loopback, for this plugin and for kubectl',
  examples: [
    ['kubectl finalize sandbox', 'A cluster with all incidents; prints how to reach it'],
    ['kubectl finalize sandbox empty --port 6443', 'A cluster with nothing in it, on a port of your choice'],
  ],
  flags: {
    port: { type: 'string', describe: 'Port on 127.0.0.1 (default: any free port)' },
    'write-kubeconfig': {
      type: 'string',
      completes: 'files',
      describe: 'Where to write the kubeconfig; without it a temporary file',
    },
    list: { type: 'boolean', describe: 'List the incidents and exit' },
  },
  async run({ words, flags }, context) {
    const { stdout, stderr } = context.terminal
    const { buildIncident, incidents } = await import('../sandbox/incidents/index.ts')
    if (flags.list) {
      for (const { name, summary } of incidents) stdout.write(`${name.padEnd(24)} ${summary}\n`)
      return ExitCode.done
    }
    if (words.length > 1) throw new UsageError(`at most one incident may be specified, got ${words.length}`)
    const port = readPort(flags.port)
    const cluster = buildIncident(words[0] ?? '', context.clock)
    if (cluster === undefined)
      throw new UsageError(`unknown incident "${words[0]}": see kubectl finalize sandbox --list`)
    const { serveSandbox } = await import('../sandbox/serve.ts')
    const server = await serveSandbox(cluster, { port })
    const path =
      flags['write-kubeconfig'] ??
      join(context.temporaryDirectory, `kubectl-finalize-sandbox-${new URL(server.url).port}`)
    await writeFile(path, kubeconfig(server.url), { mode: 0o600 })
    await chmod(path, 0o600)
    stdout.write(`${path}\n`)
    stderr.write(
      `Practice cluster on ${server.url} until you press Ctrl-C. In another terminal:\n` +
        `  export KUBECONFIG=${shellQuote(resolve(path))}\n  kubectl finalize list\n  kubectl get namespaces\n`,
    )
    await new Promise<void>(resolve => context.signal.addEventListener('abort', () => resolve(), { once: true }))
    await server.close()
    if (flags['write-kubeconfig'] === undefined) await rm(path, { force: true })
    return ExitCode.interrupted
  },
})

function readPort(text: string | undefined): number {
  if (text === undefined) return 0
  const port = Number(text)
  if (Number.isInteger(port) && port >= 0 && port <= 65_535) return port
  throw new UsageError(`invalid argument "${text}" for "--port" flag: must be a number from 0 to 65535`)
}

function kubeconfig(url: string): string {
  return [
    'apiVersion: v1',
    'kind: Config',
    'current-context: sandbox',
    `clusters: [{name: sandbox, cluster: {server: "${url}"}}]`,
    'contexts: [{name: sandbox, context: {cluster: sandbox, user: sandbox}}]',
    'users: [{name: sandbox, user: {}}]',
    '',
  ].join('\n')
}
