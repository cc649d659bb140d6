import { counted } from '../../api/object-text.ts'
import type { Sentence, Words } from './template.ts'

interface Args {
  readonly NothingToRead: { readonly path: string; readonly extensions: readonly string[] }
  readonly CannotBeRead: { readonly what: Readable; readonly why: Sentence }
  readonly OperatorAmbiguous: { readonly name: string; readonly kinds: readonly string[] }
  readonly OperatorServes: {
    readonly name: string
    readonly what: string
    readonly types: readonly { readonly type: string; readonly objects: number }[]
  }
  readonly SeveralMayServe: {
    readonly group: string
    readonly deployments: readonly { readonly name: string; readonly namespace: string | undefined }[]
  }
}

type Readable = { readonly path: string } | { readonly releaseAt: string } | 'releases'

/** What is said of where a deletion reads its objects from: files, Helm, Argo CD, Flux, an operator's name. */
export const sourceWords = {
  InFile: '{file}: {why:sentence}',
  NoValidYaml: '{place} is not valid YAML: {flaw}',
  NoObjects: 'it has no objects',
  NoObjectOfKubernetes: 'it is no object of Kubernetes',
  OtherNamespace:
    'the namespace from the provided object "{object}" does not match the namespace "{given}": specify --namespace={object}',
  NameMissing: '{kind} has no metadata.name',
  LargerThan: {
    what: {
      decompressed: 'decompressed, it is larger than {mebibytes:number} MiB',
      printed: 'it prints more than {mebibytes:number} MiB',
    },
  },
  EndedWith: 'it ended with exit code {code:number}',
  NotDecompressed: 'it cannot be decompressed',
  NoJson: 'it is no JSON',
  NoReleaseOfHelm: 'it is no release of Helm',
  UrlNotRead: 'URLs are not read: download {url}, look at it, and specify the file, or pipe it to -f -',
  PathMissing: 'the path "{path}" does not exist',
  NothingToRead: ({ path, extensions }) =>
    `error reading [${path}]: recognized file extensions are [${extensions.join(' ')}]`,
  CannotBeRead: ({ what, why }, inWords) => {
    if (what === 'releases') return `the stored releases cannot be read: ${inWords(why)}`
    return `${'path' in what ? `${what.path}: it` : `${what.releaseAt}: the stored release`} cannot be read: ${inWords(why)}`
  },
  KustomizeNeedsKubectl:
    '--kustomize runs kubectl, which is not on PATH: install it, or pass what kustomize builds to -f -',
  TypeUnknown: 'the server doesn\'t have a resource type "{kind}" in "{apiVersion}"',
  TypeNotInstalled:
    'the server doesn\'t have a resource type "{resource}"{isUnread?, as far as it can tell now|: it is not installed in this cluster}',

  NotFoundObjects: 'not found{isTypeGone?, for the server does not have their types}: {names:some}',
  LeftAlone: 'left alone: {names:some} ({why:sentence})',
  PerhapsItsOwn:
    'whether {names:some} is of it is not known ({why:sentence}): specify {alone:and} by name to delete it alone',
  MarkWithoutNamespace:
    'its mark says Application {name} without a namespace, and no ClusterRoleBinding or RoleBinding shows that Argo CD of namespace {namespace} deploys there',
  NoMarkOf: 'it has no mark of {of}',
  CrdByItsOwnName: 'a CRD is only deleted by its own name',
  ListsNothing: '{name} lists no objects',
  EntriesMalformed: 'the inventory of {name} has entries that name no object, and none is looked for: {names:some}',
  NotInNamespace: '{kind} "{name}" is [not in namespace {namespace}||in no namespace]',
  OfAnotherCluster: '{name} is for another cluster ({by}): name its objects with the context of that cluster',

  ApplicationInSeveral:
    'Application "{name}" is in several namespaces ({namespaces:list}): specify --argocd NAMESPACE/{name}',
  ApplicationCascades: {
    cascades: {
      true: '{name} cascades: when it is deleted, Argo CD deletes what is left of its objects',
      false: '{name} does not cascade: it has no finalizer by which Argo CD would delete its objects',
    },
  },
  ArgoRunsHooks: 'Argo CD runs hooks when {name} is deleted; they are not run here',
  KustomizationPrunes:
    '{name} [does not prune: {leaves?suspended=spec.suspend is true|orphaning=spec.deletionPolicy is Orphan|not pruning=spec.prune is false}, so that its objects are left when it alone is deleted||prunes: when it is deleted, Flux deletes what is left of its objects]',
  FluxUninstalls: 'when {name} is deleted, Flux uninstalls release {release} with what is left of it',

  ReleaseNotStored:
    'release "{release}" is not stored in namespace {namespace}: specify its namespace by -n; one that Helm stores in SQL cannot be read',
  ReleaseOfOtherNamespace:
    'release "{release}" is stored in namespace {storedIn} and says that it is of namespace {namespace}',
  ReleaseStays:
    'the stored release stays: "helm uninstall {release} -n {namespace}" removes it, with what is left of its objects',
  ReleaseNotDeployed:
    'revision {revision:number} of release {release} is {status}, not deployed: objects of other revisions may be left',
  HelmRunsHooks: 'Helm would run these hooks, which are not run here: {hooks:list}',
  StoredReleaseMissing: '{place}: the stored release is not in it',
  DeletionHookNotRun: '{object} is a hook that {tool} runs at a deletion: it is deleted, not run',

  OperatorNotFound:
    'operator "{name}" not found: there is no Helm release, Subscription or Deployment of this name in namespace {namespace}, and no CRD of such an API group',
  OperatorAmbiguous: ({ name, kinds }) =>
    `operator "${name}" is ambiguous: specify ${kinds.map(each => `operator ${each}/${name}`).join(' or ')}`,
  OperatorMalformed:
    'invalid operator "{text}": must be NAME, helm/RELEASE, subscription/NAME, deployment/NAME, or group/API_GROUP',
  OneOperatorName: 'operator takes one name: specify other objects as TYPE/NAME, not "{other}"',
  OperatorServes: ({ name, what, types }) =>
    `operator ${name} is ${what}, which serves ${types.map(({ type, objects }) => `${type} (${counted(objects, 'object')})`).join(', ')}`,
  NothingProvesServed:
    'nothing proves which CRDs {what} serves: none has its marks, and no ClusterRole that is bound to its service accounts alone names one with its status or finalizers; specify the objects as TYPE/NAME',
  ServedByOthersToo:
    '{type} is not served by {what} alone: serviceaccount {account} may write its status or finalizers too; specify the objects as TYPE/NAME',
  NoCrdOfGroup: 'there is no CRD of API group "{group}"',
  ObjectsBeforeOperator: 'the objects of the operator go before it',
  NothingProvesServer:
    'nothing proves which Deployment serves API group "{group}": specify operator deployment/NAME -n NAMESPACE',
  SeveralMayServe: ({ group, deployments }) => {
    const commands = deployments.map(({ name, namespace }) => `operator deployment/${name} -n ${namespace}`)
    return `several Deployments may serve API group "${group}": specify ${commands.join(' or ')}`
  },
  OnlyWhenNamed: 'left alone: {names:list} (deleted only when it is named)',
  NotInstalledByOlm: 'Subscription {subscription} has no status.installedCSV: OLM has not installed its operator',
  PartNotFound: '{kind} "{name}" not found in namespace {namespace}',
} as const satisfies Words<Args>
