import { placeText } from './place-text.ts'
import type { Texts, Words } from './template.ts'

interface Args {
  readonly NamedIsMissing: Placed & {
    readonly finalizer: string
    /** Its controller says that it needs it, looks for it (by its log), or objects with the finalizer only name it. */
    readonly need: Need | 'sought'
  }
  readonly NamedKindNotServed: Texts<'kind' | 'name' | 'group' | 'finalizer'> & { readonly need: Need }
  readonly NamedInField: {
    readonly object: string
    /** What of a kind that is not served; absent: what the evidence before tells of, and that nothing was reported. */
    readonly what?: string | undefined
    readonly path: string
  }
  readonly MayBelongTo: { readonly namespace: string | undefined }
  readonly KindNotServed: VersionOfKind
  readonly UseServedVersion: VersionOfKind
  readonly InstallKindAgain: VersionOfKind
  /** `madeFor`: it is called after this object, and may never have been made. */
  readonly CreateAgain: Placed & { readonly withRoles: boolean; readonly isNeeded: boolean; readonly madeFor?: string }
  readonly InstallDefinitionAgain: Texts<'kind' | 'group' | 'name'> & { readonly isNeeded: boolean }
}

interface Placed {
  readonly kind: string
  readonly name: string
  readonly namespace?: string | undefined
}

interface VersionOfKind {
  readonly kind: string
  readonly apiVersion: string
  /** In which the server serves it. */
  readonly versions: readonly string[]
}

type Need = 'needed' | 'named'

/** What is said of things that an object names and that do not exist. */
export const referenceWords = {
  NamedIsMissing: ({ kind, name, namespace, finalizer, need }) =>
    `${kind} ${name}${placeText(namespace)} does not exist, and ${needText(need, finalizer)}.`,
  NamedKindNotServed: ({ kind, name, group, finalizer, need }) =>
    `${kind} ${name} cannot exist, because no ${kind} of ${group} is served, and ${needText(need, finalizer)}.`,
  UsedByKind: '{users:list} names {object} in its spec[; none of that kind in namespace {none} does]',
  EndUseByKind: 'find out whether {users:list} uses just this {object}, and not one of the same name beside it',
  NoneOfKind: 'there is no {kind}[ in namespace {namespace}]',
  CreateOneOfKind:
    'create the {kind} that the error asks for[ in namespace {namespace}]: its controller may then finish',
  NotFound: '{resource} "{name}" is not found[ in namespace {namespace}]',
  NamedInField: ({ object, what, path }) =>
    what === undefined
      ? `${object} names it in ${path}, and its controller has reported nothing in status and Events since the deletion`
      : `${object} names ${what} in ${path}`,
  ObjectReports: '{kind} reports: {text:sentence}',
  NameIsOfNothing:
    '{path} refers to {name}, but there is no {kind} {name}[ in namespace {namespace}] (the field may name something outside the cluster)',
  MayBelongTo: ({ namespace }) =>
    `no namespace is named: it may belong in ${namespace === undefined ? 'another one' : `${namespace}, where its controller runs`}`,
  NoKindServed: 'the server serves no {kind} of group {group}: its CustomResourceDefinition is gone',
  KindNotServed: ({ kind, apiVersion, versions }) =>
    `the server serves no ${kind} of ${apiVersion}${versions.length === 0 ? '' : `, only of version ${versions.join(', ')}`}`,
  UseServedVersion: ({ kind, apiVersion }) =>
    `this server does not serve ${kind} of ${apiVersion}: update the controller, or the manifest that it works from, to a version that it serves; the controller then tries again`,
  InstallKindAgain: ({ kind, apiVersion }) =>
    `install the CustomResourceDefinition of ${kind} (${apiVersion}) again, with the product that it belongs to; the controller then tries again`,
  CannotBeCreated:
    '{kind} {name}[ in namespace {namespace}] cannot be created again, because the namespace is being deleted; {next:sentence}',
  StartMachine: 'start the machine of node {node} again, if it still exists: its kubelet registers the Node',
  CreateIfThere:
    'if {kind} {name} belongs[ in namespace {namespace}], create it there as it was; the controller then finishes by itself',
  CreateAgain: ({ kind, name, namespace, withRoles, isNeeded, madeFor }) =>
    `${madeFor === undefined ? '' : `if a controller makes ${kind} ${name} for ${madeFor}, see why it did not; or `}create ${kind} ${name}${placeText(namespace)} again as it was${withRoles ? ', and bind its roles to it' : ''}; ${outcome(isNeeded)}`,
  InstallDefinitionAgain: ({ kind, group, name, isNeeded }) =>
    `install the CustomResourceDefinition of ${kind} (${group}) again, with the product that it belongs to, and create ${kind} ${name} again where the controller needs it; ${outcome(isNeeded)}`,
} as const satisfies Words<Args>

function needText(need: Args['NamedIsMissing']['need'], finalizer: string): string {
  if (need === 'named') return `objects with finalizer ${finalizer} name it`
  return `the controller of ${finalizer} ${need === 'needed' ? 'needs it' : 'looks for it'}`
}

/** That an object names a thing is no proof that its deletion waits for it. */
function outcome(isNeeded: boolean): string {
  return isNeeded
    ? 'the controller then finishes by itself'
    : 'if that is what the controller waits for, it then finishes by itself'
}
