import type { ReferenceMessages } from '../../messages/references.ts'
import { placeText } from './place-text.ts'
import type { WordsFor } from './words-for.ts'

export const referenceWords: WordsFor<ReferenceMessages> = {
  NamedIsMissing: ({ kind, name, namespace, finalizer, need }) =>
    `${kind} ${name}${placeText(namespace)} does not exist, and ${needText(need, finalizer)}.`,
  NamedKindNotServed: ({ kind, name, group, finalizer, need }) =>
    `${kind} ${name} cannot exist, because no ${kind} of ${group} is served, and ${needText(need, finalizer)}.`,
  NotFound: ({ resource, name, namespace }) => `${resource} "${name}" is not found${placeText(namespace)}`,
  NamedInField: ({ object, what, path }) =>
    what === undefined
      ? `${object} names it in ${path}, and its controller has reported nothing in status and Events since the deletion`
      : `${object} names ${what} in ${path}`,
  ObjectReports: ({ kind, text }, inWords) => `${kind} reports: ${inWords(text)}`,
  NameIsOfNothing: ({ path, kind, name, namespace }) =>
    `${path} refers to ${name}, but there is no ${kind} ${name}${placeText(namespace)} (the field may name something outside the cluster)`,
  MayBelongTo: ({ namespace }) =>
    `no namespace is named: it may belong in ${namespace === undefined ? 'another one' : `${namespace}, where its controller runs`}`,
  NoKindServed: ({ kind, group }) =>
    `the server serves no ${kind} of group ${group}: its CustomResourceDefinition is gone`,
  KindNotServed: ({ kind, apiVersion, versions }) =>
    `the server serves no ${kind} of ${apiVersion}${versions.length === 0 ? '' : `, only of version ${versions.join(', ')}`}`,
  UseServedVersion: ({ kind, apiVersion }) =>
    `this server does not serve ${kind} of ${apiVersion}: update the controller, or the manifest that it works from, to a version that it serves; the controller then tries again`,
  InstallKindAgain: ({ kind, apiVersion }) =>
    `install the CustomResourceDefinition of ${kind} (${apiVersion}) again, with the product that it belongs to; the controller then tries again`,
  CannotBeCreated: ({ kind, name, namespace, next }, inWords) =>
    `${kind} ${name}${placeText(namespace)} cannot be created again, because the namespace is being deleted; ${inWords(next)}`,
  StartMachine: ({ node }) =>
    `start the machine of node ${node} again, if it still exists: its kubelet registers the Node`,
  CreateIfThere: ({ kind, name, namespace }) =>
    `if ${kind} ${name} belongs${placeText(namespace)}, create it there as it was; the controller then finishes by itself`,
  CreateAgain: ({ kind, name, namespace, withRoles, isNeeded, madeFor }) =>
    `${madeFor === undefined ? '' : `if a controller makes ${kind} ${name} for ${madeFor}, see why it did not; or `}create ${kind} ${name}${placeText(namespace)} again as it was${withRoles ? ', and bind its roles to it' : ''}; ${outcome(isNeeded)}`,
  InstallDefinitionAgain: ({ kind, group, name, isNeeded }) =>
    `install the CustomResourceDefinition of ${kind} (${group}) again, with the product that it belongs to, and create ${kind} ${name} again where the controller needs it; ${outcome(isNeeded)}`,
}

function needText(need: ReferenceMessages['NamedIsMissing']['need'], finalizer: string): string {
  if (need === 'named') return `objects with finalizer ${finalizer} name it`
  return `the controller of ${finalizer} ${need === 'needed' ? 'needs it' : 'looks for it'}`
}

/** That an object names a thing is no proof that its deletion waits for it. */
function outcome(isNeeded: boolean): string {
  return isNeeded
    ? 'the controller then finishes by itself'
    : 'if that is what the controller waits for, it then finishes by itself'
}
