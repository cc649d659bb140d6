import { type JSONRPCMessage, ReadBuffer, serializeMessage, type Transport } from '@modelcontextprotocol/server'
import type { CommandContext } from '../../commandline/command.ts'

/** The protocol on stdin and stdout of this run, a message in each line. `ended`: it is closed, and no call is left without its answer. */
export function stdio({
  input,
  signal,
  terminal: { stdout },
}: Pick<CommandContext, 'input' | 'signal' | 'terminal'>): Transport & { readonly ended: Promise<void> } {
  const closed = new AbortController()
  const buffer = new ReadBuffer()
  const unanswered = new Set<unknown>()
  const ended = Promise.withResolvers<void>()
  let isAtEnd = false
  const closeWhenDone = (): void => void (isAtEnd && unanswered.size === 0 && transport.close())
  const read = async (): Promise<void> => {
    try {
      for await (const chunk of input(AbortSignal.any([closed.signal, stdout.closed]))) {
        buffer.append(Buffer.from(chunk))
        for (let message = next(); message !== null; message = next()) receive(message)
      }
      isAtEnd = true
      closeWhenDone()
    } catch (error) {
      if (!signal.aborted && !stdout.closed.aborted && !closed.signal.aborted) transport.onerror?.(error as Error)
      await transport.close()
    }
  }
  /** A line that is no message is told of, and the next one is read. */
  const next = (): JSONRPCMessage | null => {
    for (;;) {
      try {
        return buffer.readMessage()
      } catch (error) {
        transport.onerror?.(error as Error)
      }
    }
  }
  const receive = (message: JSONRPCMessage): void => {
    const { method, id, params } = message as { method?: string; id?: unknown; params?: { requestId?: unknown } }
    if (method === 'tools/call' && id !== undefined) unanswered.add(id)
    if (method === 'notifications/cancelled') unanswered.delete(params?.requestId)
    transport.onmessage?.(message)
  }
  const transport: Transport & { readonly ended: Promise<void> } = {
    ended: ended.promise,
    async start() {
      void read()
    },
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
