import type { Quote } from './quote.ts'
import { server } from './words/server.ts'

/** That nothing could be created in a namespace because that is terminating: its name, where the text has it. */
export function refusedIn({ fact }: Quote): { readonly namespace: string | undefined } | undefined {
  if (!server.has('terminating', fact)) return undefined
  const [, namespace] = server.find('terminating namespace', fact)
  return { namespace }
}
