/**
 * Sends the requests that a command sent, as many at once as a scan does, and parses nothing: the baseline for what the command
 * does with the responses.
 *
 *     node scripts/bench/bare-sender.ts SERVER TOKEN FILE
 *
 * FILE has a JSON list of {method, path, headers, body}. Prints a line of JSON: seconds, bytes, requests and how many of these failed.
 */
import { readFileSync } from 'node:fs'
import { Agent, request } from 'node:https'
import process from 'node:process'
import { mapConcurrently } from '../../src/cluster/map-concurrently.ts'

interface Sent {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
}

const [server = '', token = '', file = ''] = process.argv.slice(2)
const agent = new Agent({ keepAlive: true, maxSockets: 16, rejectUnauthorized: false })
const all = JSON.parse(readFileSync(file, 'utf8')) as readonly Sent[]
let [bytes, failed] = [0, 0]

function send({ method, path, headers, body }: Sent): Promise<void> {
  return new Promise((resolve, reject) => {
    const outgoing = request(
      `${server}${path}`,
      { method, agent, headers: { ...headers, authorization: `Bearer ${token}` } },
      response => {
        if ((response.statusCode ?? 0) >= 300) failed++
        response.on('data', (chunk: Buffer) => {
          bytes += chunk.length
        })
        response.on('end', resolve)
        response.on('error', reject)
      },
    )
    outgoing.on('error', reject)
    outgoing.end(body)
  })
}

const started = performance.now()
await mapConcurrently(16, all, send)
const seconds = Number(((performance.now() - started) / 1000).toFixed(2))
process.stdout.write(`${JSON.stringify({ seconds, bytes, requests: all.length, failed })}\n`)
agent.destroy()
