import { type JSONRPCMessage, ReadBuffer, serializeMessage, type Transport } from '@modelcontextprotocol/server'
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
      for await (const message of messagesOf(input, error => transport.onerror?.(error))) receive(message)
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

/** A line that is no message is passed over, and the next one is read. */
async function* messagesOf(
  input: AsyncIterable<Uint8Array>,
  onWrong: (error: Error) => void,
): AsyncGenerator<JSONRPCMessage> {
  const buffer = new ReadBuffer()
  for await (const chunk of input) {
    buffer.append(Buffer.from(chunk))
    for (;;) {
      try {
        const message = buffer.readMessage()
        if (message === null) break
        yield message
      } catch (error) {
        onWrong(error as Error)
      }
    }
  }
}
