import { brief } from '../brief.ts'
import type { Words } from './template.ts'

interface Args {
  readonly TypeNotServed: {
    readonly type: string
    /** Groups whose types could not be told; `*`: not even which groups there are. */
    readonly unread: readonly string[]
  }
  /** `similar`: names of those that are known. */
  readonly NoFinalizerNamed: { readonly finalizer: string; readonly similar: readonly string[] }
  /** Of a recording or a dump. */
  readonly PartNotRead: { readonly what: string }
  readonly SourcesTogether: { readonly flags: readonly [string, string] }
  readonly SourceMalformed: { readonly of: SourceKind; readonly value: string }
}

export type SourceKind = 'filename' | 'kustomize' | 'helm' | 'argocd' | 'flux'

/** What is said of the words and flags of a command line that name objects. */
export const questionWords = {
  TypeMissing: 'you must specify a resource type',
  NameEmpty: 'a resource name may not be empty',
  SeveralSlashes: 'arguments in resource/name form may not have more than one slash',
  OneTypeAndName: 'arguments in resource/name form must have a single resource and name',
  TypeGivenApart:
    "there is no need to specify a resource type as a separate argument when passing arguments in resource/name form (e.g. '{program} resource/name' instead of '{program} resource resource/name')",
  TypeNotServed: ({ type, unread }) => `the server doesn't have a resource type "${type}"${hintText(unread)}`,
  NoFinalizerKnown: 'no known finalizer {finalizer}',
  NoFinalizerNamed: ({ finalizer, similar }) =>
    `no known finalizer "${finalizer}"; ${similar.length === 0 ? '"kubectl finalize catalog" lists the known finalizers' : `similar names: ${similar.join(', ')}`}`,
  PartNotRead: ({ what }) => `warning: not read: ${brief(what, '')}`,
  DumpHasNoTime:
    'note: nothing says when the dump was taken: ages count to {time}, the latest time in it, and may be longer',
  MorePartsNotRead: 'warning: and {parts:number} more parts could not be read',
  RecursiveNeedsFile: '--recursive may only be used with --filename',
  SourcesTogether: ({ flags: [one, other] }) => `--${one} and --${other} may not be used together`,
  SourceMalformed: ({ of, value }) => `invalid argument "${value}" for "${FLAG[of]}" flag: must be ${MEANS[of]}`,
} as const satisfies Words<Args>

function hintText(unread: readonly string[]): string {
  if (unread.includes('*')) return ' (its list of groups could not be read)'
  return unread.length === 0 ? '' : ` (the types of these groups could not be read: ${unread.join(', ')})`
}

const FLAG: Readonly<Record<SourceKind, string>> = {
  filename: '-f, --filename',
  kustomize: '-k, --kustomize',
  helm: '--helm',
  argocd: '--argocd',
  flux: '--flux',
}

const MEANS: Readonly<Record<SourceKind, string>> = {
  filename: 'the path of a file or directory',
  kustomize: 'the path of a directory',
  helm: 'the name of a release',
  argocd: 'APPLICATION or NAMESPACE/APPLICATION',
  flux: 'kustomization/NAME or helmrelease/NAME',
}
