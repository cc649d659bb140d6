import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BenchTarget } from './api.ts'
import { pairs } from './measure.ts'

const SENDER = join(import.meta.dirname, 'bare-sender.ts')

/**
 * Measures `explain -o json` in turn with `list -o json`, and each in turn with a bare client that sends the same requests. `explain` takes
 * longer than `list` by at least the time that its additional requests take. Returns lines of text.
 */
export async function measureExplain(
  { server, token }: BenchTarget,
  kubeconfig: string,
  program: string,
  runs: number,
): Promise<string> {
  const environment = { KUBECONFIG: kubeconfig }
  const folder = mkdtempSync(join(tmpdir(), 'finalize-bench-explain-'))
  const command = (verb: string): string[] => [program, verb, '-o', 'json', '--disable-compression']
  try {
    const lines = [await pairs({ explain: command('explain'), list: command('list') }, runs, environment)]
    for (const verb of ['explain', 'list']) {
      const sent = await loggedRequests([...command(verb), '-v=8'], environment)
      const file = join(folder, `${verb}.json`)
      writeFileSync(file, JSON.stringify(sent))
      const bare = [process.execPath, SENDER, server, token, file]
      lines.push(
        `${verb}: ${sent.length} requests, ${sent.filter(({ method }) => method === 'PATCH').length} of them dry runs`,
      )
      lines.push(await pairs({ [verb]: command(verb), 'the same requests': bare }, runs, environment))
    }
    return lines.join('\n')
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** What a command sends, as its log has it. */
export async function loggedRequests(
  command: readonly string[],
  environment: Readonly<Record<string, string>>,
): Promise<readonly Sent[]> {
  return requestsIn(await logOf(command, environment))
}

interface Sent {
  readonly method: string
  readonly path: string
  readonly headers: Record<string, string>
  body?: string
}

/** The requests in a -v=8 log, without their credentials. */
function requestsIn(log: string): readonly Sent[] {
  const sent: Sent[] = []
  let isOfRequest = false
  for (const line of log.split('\n')) {
    const [, method, path] = /^(GET|POST|PATCH|PUT|DELETE) https?:\/\/[^/]+(\/\S*)$/.exec(line) ?? []
    if (method !== undefined && path !== undefined) sent.push({ method, path, headers: {} })
    if (method !== undefined) isOfRequest = true
    if (line.startsWith('Response ')) isOfRequest = false
    const [, name, value] = /^ {4}(Accept|Content-Type|Accept-Encoding): (.*)$/.exec(line) ?? []
    if (isOfRequest && name !== undefined && value !== undefined) sent.at(-1)!.headers[name] = value
    if (line.startsWith('Request Body: ')) sent.at(-1)!.body = line.slice('Request Body: '.length)
  }
  return sent
}

async function logOf(
  [program = '', ...args]: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<string> {
  const child = spawn(program, args, { env: { ...process.env, ...env }, stdio: ['ignore', 'ignore', 'pipe'] })
  const chunks: Buffer[] = []
  child.stderr.on('data', (chunk: Buffer) => chunks.push(chunk))
  await new Promise((resolve, reject) => child.on('close', resolve).on('error', reject))
  return Buffer.concat(chunks).toString()
}
