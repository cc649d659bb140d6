import type { Texts } from './nested.ts'
/** What is said about objects that the server cannot read, validate or write as they are stored. */
export interface StoredObjectMessages {
  readonly VersionsOfDefinition: {
    readonly definition: string
    readonly versions: readonly string[]
    readonly dropped: string
    readonly stored: readonly string[]
  }
  readonly VersionDropped: { readonly definition: string; readonly version: string }
  readonly ServeVersionAgain: { readonly version: string; readonly byWebhook: boolean }
  readonly StoredObjectUnreadable: { readonly resource: string }
  /** `unsafe`: how else it could be deleted; undefined where that stands by itself. */
  readonly RestoreStoredObject: {
    readonly unsafe?: 'impossible' | { readonly gate: string; readonly since: string } | undefined
  }
  readonly DeleteWithoutReading: { readonly verb: string }
  readonly LogNamesKey: Record<never, never>
  readonly ObjectNotValid: { readonly object: string; readonly why: string }
  readonly LikeItNotTried: { readonly count: number; readonly resource: string; readonly max: number }
  readonly CorrectFields: { readonly fields: readonly string[] }
  readonly RelaxSchema: { readonly resource: string }
  readonly ObjectTooLarge: { readonly object: string }
  readonly SizeOfObject: Texts<'object' | 'field'> & Readonly<Record<'bytes' | 'fieldBytes' | 'maxBytes', number>>
  readonly MakeRoom: { readonly field: string; readonly bytes: number }
}
