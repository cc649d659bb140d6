import { deserializeMessage, type JSONRPCMessage, serializeMessage, type Transport } from '@modelcontextprotocol/server'
import { fieldsOf } from '../../api/shape.ts'
import type { CommandContext } from '../../commandline/command.ts'

/** The protocol on stdin and stdout, one message a line. `ended`: it is closed, and every call has its answer. */
export function stdio(run: Pick<CommandContext, 'input' | 'signal' | 'terminal'>): Stdio {
  const { stdout } = run.terminal
  const closed = new AbortController()
  const unanswered = new Set<unknown>()
  const ended = Promise.withResolvers<void>()
  let isAtEnd = false
  const closeWhenDone = (): void => void (isAtEnd && unanswered.size === 0 && transport.close())
  const receive = (message: JSONRPCMessage): void => {
    const { method, id, params } = message as { method?: string; id?: unknown; params?: { requestId?: unknown } }
    if (method === 'tools/call' && id !== undefined) unanswered.add(id)
    if (method === 'notifications/cancelled') unanswered.delete(params?.requestId)
    transport.onmessage?.(message)
  }
  const read = async (): Promise<void> => {
    try {
      const input = run.input(AbortSignal.any([closed.signal, stdout.closed]))
      for await (const line of linesOf(input)) {
        const message = messageIn(line)
        if ('wrong' in message) stdout.write(`${JSON.stringify(message.wrong)}\n`)
        else receive(message)
      }
      isAtEnd = true
      closeWhenDone()
    } catch (error) {
      const isOver = run.signal.aborted || stdout.closed.aborted || closed.signal.aborted
      if (!isOver) transport.onerror?.(error as Error)
      await transport.close()
    }
  }
  const transport: Stdio = {
    ended: ended.promise,
    start: async () => void read(),
    async send(message) {
      stdout.write(serializeMessage(message))
      if ('id' in message && !('method' in message)) unanswered.delete(message.id)
      closeWhenDone()
    },
    async close() {
      if (closed.signal.aborted) return
      closed.abort()
      transport.onclose?.()
      ended.resolve()
    },
  }
  return transport
}

type Stdio = Transport & { readonly ended: Promise<void> }

/** A client may write as much as it likes: it has the rights of this process. */
async function* linesOf(input: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const chunk of input) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n')
    rest = lines.pop()!
    yield* lines.filter(line => line.trim() !== '')
  }
}

/** The message of a line, or the answer of JSON-RPC 2.0 to a line that is none. */
function messageIn(line: string): JSONRPCMessage | { readonly wrong: object } {
  let frame: unknown
  try {
    frame = JSON.parse(line)
    return deserializeMessage(line)
  } catch {
    const { id } = fieldsOf(frame)
    const known = typeof id === 'string' || typeof id === 'number' ? id : null
    const error =
      frame === undefined ? { code: -32700, message: 'Parse error' } : { code: -32600, message: 'Invalid Request' }
    return { wrong: { jsonrpc: '2.0', id: known, error } }
  }
}
