import { brief } from '../brief.ts'
import type { Words } from './template.ts'

interface Args {
  readonly TypeNotServed: {
    readonly type: string
    /** Groups whose types could not be told; `*`: not even which groups there are. */
    readonly unread: readonly string[]
  }
  /** Of a recording or a dump. */
  readonly PartNotRead: { readonly what: string }
  readonly SourcesTogether: { readonly flags: readonly [string, string] }
}

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
  /** `similar`: names of those that are known. */
  NoFinalizerNamed:
    'no known finalizer "{finalizer}"; [similar names: {similar:list}||"kubectl finalize catalog" lists the known finalizers]',
  PartNotRead: ({ what }) => `warning: not read: ${brief(what, '')}`,
  DumpHasNoTime:
    'note: nothing says when the dump was taken: ages count to {time}, the latest time in it, and may be longer',
  MorePartsNotRead: 'warning: and {parts:number} more parts could not be read',
  RecursiveNeedsFile: '--recursive may only be used with --filename',
  SourcesTogether: ({ flags: [one, other] }) => `--${one} and --${other} may not be used together`,
  SourceMalformed: {
    of: {
      filename: 'invalid argument "{value}" for "-f, --filename" flag: must be the path of a file or directory',
      kustomize: 'invalid argument "{value}" for "-k, --kustomize" flag: must be the path of a directory',
      helm: 'invalid argument "{value}" for "--helm" flag: must be the name of a release',
      argocd: 'invalid argument "{value}" for "--argocd" flag: must be APPLICATION or NAMESPACE/APPLICATION',
      flux: 'invalid argument "{value}" for "--flux" flag: must be kustomization/NAME or helmrelease/NAME',
    },
  },
} as const satisfies Words<Args>

function hintText(unread: readonly string[]): string {
  if (unread.includes('*')) return ' (its list of groups could not be read)'
  return unread.length === 0 ? '' : ` (the types of these groups could not be read: ${unread.join(', ')})`
}
