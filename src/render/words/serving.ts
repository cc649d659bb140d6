import { alone } from './follows.ts'
import type { Sentence, Words } from './template.ts'
import type { IdleState } from './workloads.ts'
import { idleText } from './workloads.ts'

interface Args {
  /** `by`: the remedy of what serves it. */
  readonly StartServing: { readonly names: string; readonly what: Sentence; readonly by: Sentence }
  readonly ServiceWithoutPort: ServiceArgs & { readonly port: number; readonly ports: readonly number[] }
  readonly WorkloadsIdle: { readonly workloads: readonly { readonly workload: string; readonly idle: IdleState }[] }
  readonly PodsOnLostNodes: {
    readonly service: string
    readonly nodes: readonly { readonly node: string; readonly isGone: boolean }[]
  }
  readonly RepairLostNodes: ServedArgs & { readonly nodes: readonly string[] }
}

interface ServiceArgs {
  readonly namespace: string
  readonly name: string
}

interface ServedArgs extends ServiceArgs {
  readonly what: Sentence
}

/** What is said about what the API server calls, and about what should answer there. */
export const servingWords = {
  StartServing: ({ names, what, by }, inWords) =>
    `start ${names}, which serves ${inWords(what)}: ${alone(by, inWords)}`,
  CalledByCleanup: 'the endpoint that the cleanup calls',
  CalledApi: 'the API {group}/{version}',
  CalledConversionWebhook: 'the conversion webhook of {resources:some}',
  CalledThroughApiService: '{what:sentence} (through APIService {api})',
  CalledAtAddress: 'it is called at {url}, which no object shows',
  ApiServiceMissing: 'there is no APIService {name}: no server answers for {group}/{version}',
  ApiServiceWithoutService: 'APIService {name} has no Service: kube-apiserver serves it itself',
  ServedByApiService: 'it is served by APIService {api}, behind Service {service}',
  ServiceMissing: 'there is no Service {name} in namespace {namespace}',
  ServiceWithoutPort: ({ namespace, name, port, ports }) =>
    `Service ${name} in namespace ${namespace} has no port ${port}, only ${ports.join(', ')}`,
  ServiceWithoutAddress: 'Service {name} in namespace {namespace} has no ready address behind it',
  ServiceOfExternalName:
    'Service {name} in namespace {namespace} is of type ExternalName: the API server calls {host}, and no EndpointSlice shows what answers there',
  ServiceWithoutSelector: 'Service {name} in namespace {namespace} has no selector: no Pods are looked for',
  NothingMakesSelectedPods:
    'no Pod has the labels that Service {name} in namespace {namespace} selects, and no Deployment, StatefulSet or DaemonSet there makes such Pods',
  MakesPodsWithOtherLabels: '{workload} makes Pods with other labels ({labels})',
  CertificateRenewed:
    'certificate {certificate}, which {workload} mounts, was renewed at {at} and is valid; its Pods were started before that',
  BecauseOfApiService: 'it is served by APIService {api}: {because:sentence}',
  NothingBehindService: 'Available=False, MissingEndpoints: nothing would be behind its Service',
  ApiServiceNotAvailable: 'the APIService is not available',
  NoSuchApiService: 'there is no APIService {api}',
  NoSuchService: 'there is no Service {service}',
  NoSuchPort: 'Service {service} has no port {port:number}',
  OtherNameOfHost: 'Service {service} is another name for {host}',
  NoSelectorAndNoAddress: 'Service {service} has no selector, and no address',
  SelectsNoPod: 'Service {service} selects no Pod',
  WorkloadsIdle: ({ workloads }) => workloads.map(({ workload, idle }) => `${workload} ${idleText(idle)}`).join(', '),
  PodsOnLostNodes: ({ service, nodes }) =>
    `the Pods of Service ${service} are on ${nodes.map(({ node, isGone }) => `node ${node}, which is ${isGone ? 'gone' : 'not ready'}`).join(', and ')}`,
  NoPodsCreated: 'the Pods of {workload} cannot be created',
  NoPodReady: 'no Pod of {of:list} is ready',
  GiveServiceSelector:
    'give Service {name} in namespace {namespace} the labels of its Pods as selector, or write its EndpointSlice again: {what:sentence} is served by it',
  ReinstallPodsOfService:
    'reinstall the Pods behind Service {name} in namespace {namespace}, or correct its selector: they serve {what:sentence}',
  ServiceElsewhere: 'a Service {name} with a ready address is in namespace {other}: the wrong namespace may be called',
  ReinstallService:
    '[find out what is behind Service {name} in namespace {other}: if that is what serves {what:sentence}, correct the namespace where it is called; else ]reinstall what serves {what:sentence}: the Service {name} in namespace {namespace} and its Pods',
  MakeServiceAnswer: 'make Service {name} in namespace {namespace} answer again: {what:sentence} is served by it',
  CorrectSelectorOrLabels:
    'correct the selector of Service {name} in namespace {namespace}, or the labels of {workloads:list}: {what:sentence} is served by it',
  CorrectPort:
    '{what:sentence} is called at port {port:number} of Service {name} in namespace {namespace}, which has no such port: correct the port of one of them',
  MakeHostAnswer:
    'make {host}, port {port:number}, answer again, or correct the externalName of Service {name} in namespace {namespace}: {what:sentence} is served there',
  MakeAnswer: 'make [{url}||the server of {what:sentence}] answer again',
  ReinstallApi: 'reinstall what serves {what:sentence}: it registers the APIService {api}, and a Service behind it',
  LetServingPodsRun:
    'let {names}, which serves {what:sentence}, run on a node: add the labels of its nodeSelector to one, or change the nodeSelector',
  ScaleUpServing: 'scale up {names}, which serves {what:sentence}',
  RepairLostNodes: ({ nodes, namespace, name, what }, inWords) =>
    `repair ${nodes.map(node => `node ${node}`).join(', ')}, or let the Pods behind Service ${name} in namespace ${namespace} start on another node: they serve ${inWords(what)}`,
  LetPodsBeCreated:
    '[{refuser} refuses the Pods of {workload}, which serve {what:sentence}: change it to allow them, or reduce what they request||let the Pods of {workload} be created: they serve {what:sentence}]',
  MakePodsReady: 'make the Pods of {of:list} ready: they serve {what:sentence}',
  RestartForCertificate:
    'restart {workload}: it serves a certificate from before the renewal, and reads the new one when it starts',
} as const satisfies Words<Args>
