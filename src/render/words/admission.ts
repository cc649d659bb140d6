import { placeText } from './place-text.ts'
import type { Perhaps, Texts, Words } from './template.ts'

interface Args {
  readonly GiftAccepted: { readonly demands: readonly Demand[] }
  readonly GiveDemanded: { readonly who: string; readonly demands: readonly Demand[] }
  readonly ReadWhatItAsks: { readonly why: string; readonly ending?: string; readonly elsewhere?: string }
  readonly RemovalNotProbed: { readonly after: number | 'outside' }
  readonly FinalizerAddedAgain: {
    readonly by: readonly { readonly kind: string; readonly name: string }[]
    readonly finalizer: string
    readonly object: string
  }
  readonly Params: Texts<'kind'> & Perhaps<'name' | 'namespace'> & { readonly labels?: readonly string[] | undefined }
}

interface Demand {
  readonly field: 'labels' | 'annotations'
  readonly key: string
  readonly value?: string | undefined
}

/** What is said about webhooks, policies and plugins that reject or change a request, and how they let it pass. */
export const admissionWords = {
  GiftAccepted: ({ demands }) => `a dry run that gives it ${demandsText(demands)} is accepted`,
  GiveDemanded: ({ who, demands }) =>
    `give the object what ${who} demands, if that is true of it: ${demandsText(demands)}`,
  IgnoreDeleted:
    '{when?always=|ifNotChecked=if it does not need to check what is being deleted, |ifThisOne=if it is this one: |else=or }have {who} ignore objects that are being deleted (where a chart or an operator writes {configuration}, make the change there)',
  ConditionInVain:
    'its condition {condition} does not help: change what {configuration} covers, or remove it where it is no longer needed',
  ReadWhatItAsks: ({ why, ending, elsewhere }) => {
    const gone =
      ending === undefined
        ? elsewhere === undefined
          ? ''
          : `; it names namespace ${elsewhere}, which is not being deleted`
        : `; what it wants in namespace ${ending} cannot be created, because that is being deleted`
    return `read what it asks for, and do that if you can: ${why}${gone}`
  },
  NotCreatedAgain:
    'do not try what it asks for: {kind} {name} cannot be created in namespace {namespace} again, because that is being deleted',
  DemandedObjectMissing: '{resource} "{name}" is not found{inAnyNamespace? in any namespace}',
  SeeConfiguration: 'see what {name} {doing}, and who owns it',
  SeeQuota: 'see what is used; raise the quota, or delete what uses it',
  SeeEnforcedLevel: 'see the level that its labels enforce',
  SeeLimits: 'see its limits, and change them',
  CorrectMatchConditions: 'correct the matchConditions of {webhook}',
  RemovalNotProbed: ({ after }) =>
    `its removal was not tried by a dry run: ${after === 'outside' ? 'it is outside of what was asked for' : `${after} others came first`}; explain it by name`,
  WebhookDenied: 'admission webhook "{webhook}" denied the request: {why}',
  PolicyDenied: "{kind} '{policy}'[ with binding '{binding}'] denied request: {why}",
  CompletingUpdateRejected:
    '[{by}||The API server] rejects {rejected?content=the deletion of what is in the namespace|deletion=the deletion|update=the update that would complete the deletion}[ of {of}]: {why}',
  DeleteByName:
    'delete {count=1?the object that is left|the # objects that are left} by name, which the API server accepts (dry run): the namespace controller deletes all objects of a type at once, and that is what was denied',
  NoConfigurationOfWebhook: 'no webhook configuration that can be read has it',
  PolicyDependsOnUser: "it depends on the user: it may allow the finalizer's own controller what it denies you",
  LeaveToAllowedUser:
    '{policy} may be there to keep users from removing finalizers: leave the removal to whom it allows to, as the controller of the finalizer, and do not loosen it for all other objects',
  LetChangesPass:
    'if it should not watch objects that are being deleted, change [the rules of {webhook}||the policy, or what its binding covers] so that these changes pass',
  DryRunOf:
    '{operation?DELETE=dry run of the deletion|UPDATE status=dry run of a status update|UPDATE finalize=dry run of /finalize}',
  CheckRejectedObject: 'check the object for what the server rejects; which policy or plugin rejects it is not known',
  StoredFieldDiffers: '{field} of the stored object is not what the server rejects',
  IdleUpdateRejected: 'a dry run of an update that changes nothing is rejected as well',
  UpdatesMadeInvalid:
    '[{by}||Something in the admission of the API server] changes every update of {resource} into one that the API server rejects: {why}',
  TriedUpdateOnlyRemoves: 'the update that was tried removes finalizers and changes nothing else',
  MayChangeUpdates: '{who} {unsure?may be called for|is called for, and may change,} updates of {resource}',
  NotAllAdmissionRead: 'not every webhook configuration and policy could be read',
  ChangedByPlugin: 'no webhook or policy changes such updates: it is a plugin of the API server itself',
  CheckRejectedField:
    'check the field that the server rejects, and ask the operators of the API server for its admission plugins',
  FinalizerStillThere: 'a dry run of its removal is accepted, and {finalizer} is still on the object',
  MayChangeEveryUpdate: '{who} may change every update of {resource}',
  FinalizerAddedAgain: ({ by, finalizer, object }) =>
    `${adder(by)} adds the finalizer ${finalizer} again whenever it is removed from ${object}.`,
  NamespaceControllerTriesAgain: 'then wait: the namespace controller tries again within 5 minutes',
  Params: ({ kind, name, labels, namespace }) => {
    const selected = labels === undefined ? 'that its selector matches' : `with label ${labels.join(', ')}`
    return `${kind} ${name ?? selected}${placeText(namespace)}`
  },
  AllowWithoutParams: {
    when: {
      cannotReturn:
        '{params:sentence} cannot be created again, because the namespace is being deleted; let the binding allow requests for which it finds no params',
      unseen:
        'if that lasts, start kube-apiserver again, or let the binding allow requests for which it finds no params',
      missing: 'or let the binding allow requests for which it finds no params',
    },
  },
  CreateParams:
    'create {params:sentence} again, which policy {policy} needs to decide[, with {fields:list}, which it reads]',
  ParamsNotSeen: '{resource} "{name}" exists[ in namespace {namespace}]: kube-apiserver has not seen it',
  SeeParamsOfBinding: 'see which params its binding names',
  InstallDefinitionOfParams:
    'install the CustomResourceDefinition of its params again ({unserved}), with the product that it belongs to',
  DeletePolicy:
    'or, if that product was uninstalled permanently, delete the policy, which denies everything until then',
} as const satisfies Words<Args>

function demandsText(demands: Args['GiftAccepted']['demands']): string {
  return demands
    .map(({ field, key, value }) => {
      const wanted = value === undefined ? key : `${key}=${value}`
      return `${field === 'labels' ? 'label' : 'annotation'} ${wanted}`
    })
    .join(' and ')
}

function adder(by: Args['FinalizerAddedAgain']['by']): string {
  const [first, ...others] = by
  if (first === undefined) return 'Something in the admission of the API server'
  if (others.length > 0) return `One of ${by.map(({ kind, name }) => `${kind} ${name}`).join(', ')}`
  const { kind, name } = first
  return kind === 'MutatingAdmissionPolicy' ? `${kind} ${name}` : `A webhook of ${kind} ${name}`
}
