import type { Words } from './template.ts'

interface Args {
  /** `why`: in the server's words, or the Service that it would not find. */
  readonly WebhookCallFailed: {
    readonly webhook: string
    readonly why: string | { readonly namespace: string; readonly name: string }
  }
}

/** What is said about webhooks that do not answer, and about APIs. */
export const webhookWords = {
  WebhookCallFailed: ({ webhook, why }) =>
    `failed calling webhook "${webhook}": ${typeof why === 'string' ? why : `Post "https://${why.name}.${why.namespace}.svc:443": service "${why.name}" not found`}`,
  WebhookCalledFor:
    'webhook {webhook} is called for {operation?UPDATE=updates|DELETE=deletions|UPDATE status=status updates|UPDATE finalize=updates of /finalize} of {resource}, with failurePolicy Fail',
  /** `configuration`: absent: in none that can be read. */
  WebhookDenies:
    'webhook {webhook} denies it[: it is configured in {configuration}||, and no webhook configuration that can be read has it]',
  FixCallOfWebhook:
    'webhook {webhook} denies what the controller asks for, and passes on the error of a call of its own: fix what that error names[{alone}||; the controller then tries again]',
  LetControllerPass:
    'webhook {webhook} denies what the controller asks for: give the request what it demands[, or exempt the controller in {configuration}][{alone}||; the controller then tries again]',
  /** `isUnknownPath`: its server answers, and does not have its path. */
  WebhookUnreachable:
    'Webhook {webhook} of {configuration} [{isUnknownPath?is not served: what answers does not have its path|cannot be reached}||cannot be reached][ ({because:sentence})], so the API server rejects every request that the webhook matches.',
  MatchWebhookVersions:
    'upgrade or reinstall the product: its server answers, and does not have the path of this configuration, as with a configuration of another version (the command prints where it is called)',
  ServiceOfWebhookMissing:
    'webhook {webhook} of {configuration}, for objects of {group}, is served by Service {service}, which does not exist: the product may have been uninstalled',
  RenewCertificate:
    'it answers, with a certificate that the API server does not accept: renew its certificate, or the caBundle of the {isOfApi?APIService|configuration} (as cert-manager or the product does; the command prints the caBundle, base64 of PEM)',
  DeleteWebhookConfiguration:
    '{ifUninstalled?if it was uninstalled permanently, }delete its webhook configuration: no webhook in it has a backend',
  RemoveWebhook:
    '{ifUninstalled?if it was uninstalled permanently, }remove the webhook {webhook} from the configuration, and keep the others: they may still work',
  DeleteItsApiService: 'and delete the APIService through which it was served',
  RefusesOwnPods:
    'no Pod can be created to serve it again while the API server has to ask it about that Pod: {next:sentence}',
  NothingServesAgain: 'nothing can serve it again, because namespace {namespace} is being deleted: {next:sentence}',
  ConversionWebhookFailed: 'conversion webhook for {kind} of {group} failed: {why}',
  WrittenByConversion: '{resource} are read in {read} and written in {written}, which takes the conversion webhook',
  ConversionWebhookUnreachable:
    'The conversion webhook of CustomResourceDefinition{count=1?|s} {resources:some} does not answer[ ({because:sentence})], so {count=1?its|their} objects can be neither listed nor changed.',
  MakeConversionWebhookAnswer: 'make the conversion webhook of {resources:some} answer again: the CRD says where it is',
  ConvertWithoutWebhook:
    'if its operator was uninstalled permanently, convert without a webhook: fields that the versions do not share are lost from objects when they are next written',
  ApiServiceUnavailable:
    'APIService {api} is not available[ ({because:sentence})], and no namespace can be deleted while an API cannot be discovered.',
  NamespaceOfApiEnding:
    'its Service {service} is in namespace {namespace}, which is being deleted itself: what served the API was deleted first, and cannot be created there again',
  NamespaceControllerReports: 'the namespace controller reports: {report}',
  DeleteApiService:
    '{ifUninstalled?if it was uninstalled permanently, }delete the APIService: clients of {api} then get 404, and what it keeps in its own storage is not cleaned up with the namespaces',
  ApiServiceKept: '{workload} runs, wrote the APIService (as {manager}), and makes it again when it is deleted',
  AskApiKeeper:
    'find out from {workload} why what serves APIService {api} is not running: it made the APIService, and makes it again when it is deleted',
  StopApiKeeper:
    'stop {workload}, which makes APIService {api} again when it is deleted, delete the APIService, and start the workload again when namespace {namespace} is gone: until then clients of the API get 404, and what it keeps in its own storage is not cleaned up with the namespaces',
  RepairApi:
    'repair or upgrade what serves {api} behind Service {service}: it answers, but its list of types cannot be used',
  FindWhyApiUnavailable: 'find out why it is not available; this needs permission to read APIServices',
  NotRead: '{what} could not be read: {why:sentence}',
  ApiServicesNotRead: 'the APIServices could not be read',
  WebhookConfigurationsNotRead: 'the webhook configurations could not be read',
} as const satisfies Words<Args>
