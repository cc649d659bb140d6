import type { Quote } from './quote.ts'
import { server } from './words/server.ts'

/** That a service account lacks a right, in the words of the server's authorizer. */
export interface Denied {
  readonly account: { readonly namespace: string; readonly name: string }
  readonly verb: string
  /** `plural.group` */
  readonly resource: string
  readonly subresource: string | undefined
  /** Where; undefined: in the whole cluster, or of a type without namespaces. */
  readonly namespace: string | undefined
}

/** Every right whose refusal a text repeats. */
export function deniedIn({ fact }: Quote): readonly Denied[] {
  return server
    .findAll('denied', fact)
    .map(([, place = '', name = '', verb = '', plural = '', subresource, group = '', namespace]) => {
      const resource = group === '' ? plural : `${plural}.${group}`
      return { account: { namespace: place, name }, verb, resource, subresource, namespace }
    })
}
