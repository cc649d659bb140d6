import type { KubeObject } from '../../api/object.ts'
import type { Status } from '../../api/status.ts'
import type { StoreEvent } from '../store/store.ts'
import type { ServedType } from '../types/served-type.ts'

export interface ListMeta {
  readonly resourceVersion: string
  readonly continue?: string | undefined
  readonly remainingItemCount?: number | undefined
}

/** What a handler decided, before the Accept header gives it its form. */
export type Answer =
  | { readonly kind: 'object'; readonly status: number; readonly type: ServedType; readonly object: KubeObject }
  | {
      readonly kind: 'list'
      readonly type: ServedType
      readonly metadata: ListMeta
      readonly items: readonly KubeObject[]
    }
  | { readonly kind: 'success'; readonly status: Status }
  | { readonly kind: 'watch'; readonly type: ServedType; readonly events: AsyncIterable<WatchEvent> }
  /** Reviews, Scale, discovery, OpenAPI, version: JSON that no form is made of. */
  | {
      readonly kind: 'json'
      readonly status: number
      readonly value: unknown
      readonly contentType?: string
      readonly headers?: Readonly<Record<string, string>>
    }
  /** 304: the client's copy is still right. Headers overwrite those of the copy, so there is no content type. */
  | { readonly kind: 'unchanged'; readonly headers: Readonly<Record<string, string>> }
  | { readonly kind: 'text'; readonly status: number; readonly text: string }
  /** A log, as it comes. */
  | {
      readonly kind: 'bytes'
      readonly status: number
      readonly body: AsyncIterable<Uint8Array> | Iterable<Uint8Array>
    }

/** One line of a watch. */
export type WatchEvent =
  | { readonly type: StoreEvent['type']; readonly object: KubeObject }
  | { readonly type: 'BOOKMARK'; readonly resourceVersion: string; readonly initialEventsEnd?: boolean }
  | { readonly type: 'ERROR'; readonly status: Status }

/** An answer and the texts of its `Warning: 299` headers. */
export type Warned = Answer & { readonly warnings?: readonly string[] | undefined }

/** What the client said that its answer takes its form by. */
export interface ResponseContext {
  readonly accept: string | undefined
  readonly query: Readonly<Record<string, string>>
  readonly now: number
}
