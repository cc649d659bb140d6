import { request } from 'node:https'
import type { BenchTarget } from './api.ts'

/** CPU seconds that the API server has used since it started, from its own metrics. */
export function serverSeconds({ server, token }: BenchTarget): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${token}` }
    request(`${server}/metrics`, { headers, rejectUnauthorized: false }, response => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () => {
        const seconds = /^process_cpu_seconds_total (\S+)$/m.exec(Buffer.concat(chunks).toString())?.[1]
        if (seconds === undefined) reject(new Error('the server tells no process_cpu_seconds_total'))
        else resolve(Number(seconds))
      })
      response.on('error', reject)
    })
      .on('error', reject)
      .end()
  })
}
