import type { Words } from './template.ts'

const MISSING = '{kind} {name}[ in namespace {namespace}] does not exist, and'
const UNSERVED = '{kind} {name} cannot exist, because no {kind} of {group} is served, and'
/** That an object names a thing is no proof that its deletion waits for it. */
const OUTCOME =
  '{isNeeded?the controller then finishes by itself|if that is what the controller waits for, it then finishes by itself}'

/** What is said of things that an object names and that do not exist. */
export const referenceWords = {
  /** Its controller says that it needs it, looks for it (by its log), or objects with the finalizer only name it. */
  NamedIsMissing: {
    need: {
      named: `${MISSING} objects with finalizer {finalizer} name it.`,
      needed: `${MISSING} the controller of {finalizer} needs it.`,
      sought: `${MISSING} the controller of {finalizer} looks for it.`,
      gone: `${MISSING} the controller of {finalizer} skips the object since, as it logs.`,
    },
  },
  RemoveAfterGone:
    'its controller does nothing more for the object without {kind} {name}: see whether anything of the object is left, delete that by hand, and {next:sentence}',
  NamedKindNotServed: {
    need: {
      named: `${UNSERVED} objects with finalizer {finalizer} name it.`,
      needed: `${UNSERVED} the controller of {finalizer} needs it.`,
    },
  },
  OwnerNeverSet:
    '{workload} is running, and keeps {finalizer} while it waits for a {kind} to become the owner of {object}: none[ in namespace {namespace}] refers to it.',
  NamedByNone: 'no {kind}[ in namespace {namespace}] has the name of {object} in its spec',
  FindWhetherOwnerComes:
    'nothing makes that owner: if the controller is to clean up, create the {kind} that refers to {object} again; else see whether anything was made for {object} outside the cluster, and delete that by hand',
  OwnerIsLetGo: 'its owner, {owner}, is being deleted, and no controller holds that any more',
  OwnerHasNoController:
    '{owner}, which controls the object, is being deleted and has no finalizer of a controller left',
  FindWhetherHandledAfterOwner:
    'find out in its log whether the controller still removes {finalizer} now that it has let {owner} go: if not, the finalizer stays until it is removed by hand',
  UsedByKind: '{users:list} names {object} in its spec[; none of that kind in namespace {none} does]',
  EndUseByKind: 'find out whether {users:list} uses just this {object}, and not one of the same name beside it',
  NoneOfKind: 'there is no {kind}[ in namespace {namespace}]',
  CreateOneOfKind:
    'create the {kind} that the error asks for[ in namespace {namespace}]: its controller may then finish',
  NotFound: '{resource} "{name}" is not found[ in namespace {namespace}]',
  /** `what` of a kind that is not served; absent: what the evidence before tells of, and that nothing was reported. */
  NamedInField:
    '{object} names [{what} in {path}||it in {path}, and its controller has reported nothing in status and Events since the deletion]',
  ObjectReports: '{kind} reports: {text:sentence}',
  NameIsOfNothing:
    '{path} refers to {name}, but there is no {kind} {name}[ in namespace {namespace}] (the field may name something outside the cluster)',
  NamesNoObject: '{path} refers to {name}, but there is no {kind} {name}[ in namespace {namespace}]',
  MayBelongTo: 'no namespace is named: it may belong in [{namespace}, where its controller runs||another one]',
  NoKindServed: 'the server serves no {kind} of group {group}: no CustomResourceDefinition defines it',
  /** `versions`: in which the server serves it. */
  KindNotServed: 'the server serves no {kind} of {apiVersion}[, only of version {versions:list}]',
  UseServedVersion:
    'this server does not serve {kind} of {apiVersion}: update the controller, or the manifest that it works from, to a version that it serves[{alone}||; the controller then tries again]',
  InstallKindAgain:
    'install the CustomResourceDefinition of {kind} ({apiVersion}) again, with the product that it belongs to[, or, if it was never here, correct {path}, which names it][{alone}||; the controller then tries again]',
  CannotBeCreated:
    '{kind} {name}[ in namespace {namespace}] cannot be created again, because the namespace is being deleted; {next:sentence}',
  StartMachine: 'start the machine of node {node} again, if it still exists: its kubelet registers the Node',
  CreateIfThere:
    'if {kind} {name} belongs[ in namespace {namespace}], create it there as it was[{alone}||; the controller then finishes by itself]',
  SeeWhetherItWentToo:
    'find out whether {things:list} is gone for good, outside the cluster too: if so, what {object} had in it is gone as well',
  /** `madeFor`: it is called after this object, and may never have been made. */
  CreateAgain: `[if a controller makes {kind} {name} for {madeFor}, see why it did not; or ]create {kind} {name}[ in namespace {namespace}] again as it was{withRoles?, and bind its roles to it}; ${OUTCOME}`,
  InstallDefinitionAgain: `install the CustomResourceDefinition of {kind} ({group}) again, with the product that it belongs to, and create {kind} {name} again where the controller needs it, or, if it was never here, correct {path}, which names it; ${OUTCOME}`,
} as const satisfies Words
