import type { ApiRequest, ApiResponse, Transport } from '../../../src/cluster/transport/transport.ts'

/** One step of a script: an answer, or an error to reject with. */
export type Step =
  | Error
  | { readonly status: number; readonly headers?: Record<string, string>; readonly body?: string }

/** A Transport that answers by a script, the last step again and again, and keeps what it was sent. */
export function scripted(...steps: readonly Step[]): Transport & { readonly sent: ApiRequest[] } {
  const sent: ApiRequest[] = []
  return {
    server: 'https://scripted',
    sent,
    close() {},
    async send(request) {
      const step = steps[Math.min(sent.length, steps.length - 1)]!
      sent.push(request)
      if (step instanceof Error) throw step
      return answer(step)
    },
  }
}

export function answer({ status, headers = {}, body = '' }: Exclude<Step, Error>): ApiResponse {
  async function* chunks(): AsyncGenerator<Uint8Array> {
    if (body !== '') yield Buffer.from(body)
  }
  return { status, headers, body: chunks() }
}
