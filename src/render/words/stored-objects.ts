import type { Texts, Words } from './template.ts'

interface Args {
  readonly VersionsOfDefinition: {
    readonly definition: string
    readonly versions: readonly string[]
    readonly dropped: string
    readonly stored: readonly string[]
  }
  /** `unsafe`: how else it could be deleted; undefined where that stands by itself. */
  readonly RestoreStoredObject: {
    readonly unsafe?: 'impossible' | { readonly gate: string; readonly since: string } | undefined
  }
  readonly SizeOfObject: Texts<'object' | 'field'> & Readonly<Record<'bytes' | 'fieldBytes' | 'maxBytes', number>>
  readonly MakeRoom: { readonly field: string; readonly bytes: number }
}

/** What is said about objects that the server cannot read, validate or write as they are stored. */
export const storedObjectWords = {
  VersionsOfDefinition: ({ definition, versions, dropped, stored }) =>
    `${definition} has ${versions.length === 1 ? 'the version' : 'the versions'} ${versions.join(', ')} and not ${dropped}; status.storedVersions: ${stored.join(', ')}`,
  VersionDropped:
    'CustomResourceDefinition {definition} no longer has version {version}, but objects are still stored in it: the type cannot be listed, and those objects cannot be updated or deleted.',
  ServeVersionAgain:
    'add {version} to the CRD again, with served: false, so that what is stored in it can be read{byWebhook?; its conversion webhook has to know that version}. Deletions then continue by themselves; before it is removed again, every object has to be written once in the storage version',
  StoredObjectUnreadable:
    'The API server cannot read an object of {resource} that it has stored, so none of them can be listed, and that object cannot be deleted.',
  RestoreStoredObject: ({ unsafe }) => {
    const restore = 'restore the stored object from a backup of etcd, or the key that it was encrypted with'
    if (unsafe === undefined) return restore
    if (unsafe === 'impossible') return `${restore}; this server has no way to delete it through the API`
    return `${restore}; or start kube-apiserver (${unsafe.since} or later) with --feature-gates=${unsafe.gate}=true: it then names the object and can delete it without reading it, and this explanation then has the command`
  },
  DeleteWithoutReading:
    'or delete it without reading it: its finalizers, preconditions and cleanup are ignored, and what relies on them may break. Only if it is not going to be restored, by a user with the verb {verb}',
  LogNamesKey: "the server's log names the key of the object that it cannot read; see whether the type can be listed",
  ObjectNotValid: '{object} is no longer valid, and the API server rejects every update of it: {why}',
  LikeItNotTried: '{count:number} more {resource} like it were not tried: the maximum is {max:number}',
  CorrectFields: 'correct [{fields:list}||the object]; the finalizer can be removed then',
  RelaxSchema: 'relax the schema of {resource}, if many objects no longer fit it',
  ObjectTooLarge:
    '{object} is too large to be marked as deleted: etcd rejects every write that does not make it smaller.',
  SizeOfObject: ({ object, bytes, field, fieldBytes, maxBytes }) =>
    `${object} is about ${kib(bytes)} large, of which ${field} is ${kib(fieldBytes)}; etcd accepts ${kib(maxBytes)} per write by default, and annotations may have 256 KiB in total`,
  MakeRoom: ({ field, bytes }) =>
    `make room: save the object and remove ${field} (${kib(bytes)}), if the deletion does not need it; what failed is then retried`,
} as const satisfies Words<Args>

function kib(bytes: number): string {
  return `${Math.round(bytes / 1024)} KiB`
}
