import type { ServingMessages } from '../../messages/serving.ts'
import type { WordsFor } from './words-for.ts'
import { idleText } from './workloads.ts'

export const servingWords: WordsFor<ServingMessages> = {
  StartServing: ({ names, what, by }, inWords) =>
    `start ${names}, which serves ${inWords(what)}: ${inWords(by).replace(/; it then finishes the deletion.*/, '')}`,
  CalledByCleanup: () => 'the endpoint that the cleanup calls',
  CalledApi: ({ group, version }) => `the API ${group}/${version}`,
  CalledConversionWebhook: ({ resource }) => `the conversion webhook of ${resource}`,
  CalledThroughApiService: ({ what, api }, inWords) => `${inWords(what)} (through APIService ${api})`,
  CalledAtAddress: ({ url }) => `it is called at ${url}, which no object shows`,
  ApiServiceMissing: ({ name, group, version }) =>
    `there is no APIService ${name}: no server answers for ${group}/${version}`,
  ApiServiceWithoutService: ({ name }) => `APIService ${name} has no Service: kube-apiserver serves it itself`,
  ServedByApiService: ({ api, service }) => `it is served by APIService ${api}, behind Service ${service}`,
  ServiceMissing: ({ namespace, name }) => `there is no Service ${name} in namespace ${namespace}`,
  ServiceWithoutPort: ({ namespace, name, port, ports }) =>
    `Service ${name} in namespace ${namespace} has no port ${port}, only ${ports.join(', ')}`,
  ServiceWithoutAddress: ({ namespace, name }) =>
    `Service ${name} in namespace ${namespace} has no ready address behind it`,
  ServiceOfExternalName: ({ namespace, name, host }) =>
    `Service ${name} in namespace ${namespace} is of type ExternalName: the API server calls ${host}, and no EndpointSlice shows what answers there`,
  ServiceWithoutSelector: ({ namespace, name }) =>
    `Service ${name} in namespace ${namespace} has no selector: no Pods are looked for`,
  NothingMakesSelectedPods: ({ namespace, name }) =>
    `no Pod has the labels that Service ${name} in namespace ${namespace} selects, and no Deployment, StatefulSet or DaemonSet there makes such Pods`,
  MakesPodsWithOtherLabels: ({ workload, labels }) => `${workload} makes Pods with other labels (${labels})`,
  CertificateRenewed: ({ certificate, workload, at }) =>
    `certificate ${certificate}, which ${workload} mounts, was renewed at ${at} and is valid; its Pods were started before that`,
  BecauseOfApiService: ({ api, because }, inWords) => `it is served by APIService ${api}: ${inWords(because)}`,
  NothingBehindService: () => 'Available=False, MissingEndpoints: nothing would be behind its Service',
  ApiServiceNotAvailable: () => 'the APIService is not available',
  NoSuchApiService: ({ api }) => `there is no APIService ${api}`,
  NoSuchService: ({ service }) => `there is no Service ${service}`,
  NoSuchPort: ({ service, port }) => `Service ${service} has no port ${port}`,
  OtherNameOfHost: ({ service, host }) => `Service ${service} is another name for ${host}`,
  NoSelectorAndNoAddress: ({ service }) => `Service ${service} has no selector, and no address`,
  SelectsNoPod: ({ service }) => `Service ${service} selects no Pod`,
  WorkloadsIdle: ({ workloads }) => workloads.map(({ workload, idle }) => `${workload} ${idleText(idle)}`).join(', '),
  PodsOnLostNodes: ({ service, nodes }) =>
    `the Pods of Service ${service} are on ${nodes.map(({ node, isGone }) => `node ${node}, which is ${isGone ? 'gone' : 'not ready'}`).join(', and ')}`,
  NoPodsCreated: ({ workload }) => `the Pods of ${workload} cannot be created`,
  NoPodReady: ({ of }) => `no Pod of ${of.join(', ')} is ready`,
  GiveServiceSelector: ({ namespace, name, what }, inWords) =>
    `give Service ${name} in namespace ${namespace} the labels of its Pods as selector, or write its EndpointSlice again: ${inWords(what)} is served by it`,
  ReinstallPodsOfService: ({ namespace, name, what }, inWords) =>
    `reinstall the Pods behind Service ${name} in namespace ${namespace}, or correct its selector: they serve ${inWords(what)}`,
  ReinstallService: ({ namespace, name, what }, inWords) =>
    `reinstall what serves ${inWords(what)}: the Service ${name} in namespace ${namespace} and its Pods`,
  MakeServiceAnswer: ({ namespace, name, what }, inWords) =>
    `make Service ${name} in namespace ${namespace} answer again: ${inWords(what)} is served by it`,
  CorrectSelectorOrLabels: ({ namespace, name, workloads, what }, inWords) =>
    `correct the selector of Service ${name} in namespace ${namespace}, or the labels of ${workloads.join(', ')}: ${inWords(what)} is served by it`,
  CorrectPort: ({ namespace, name, port, what }, inWords) =>
    `${inWords(what)} is called at port ${port} of Service ${name} in namespace ${namespace}, which has no such port: correct the port of one of them`,
  MakeHostAnswer: ({ namespace, name, host, port, what }, inWords) =>
    `make ${host}, port ${port}, answer again, or correct the externalName of Service ${name} in namespace ${namespace}: ${inWords(what)} is served there`,
  MakeAnswer: ({ url, what }, inWords) => `make ${url ?? `the server of ${inWords(what)}`} answer again`,
  ReinstallApi: ({ what, api }, inWords) =>
    `reinstall what serves ${inWords(what)}: it registers the APIService ${api}, and a Service behind it`,
  LetServingPodsRun: ({ names, what }, inWords) =>
    `let ${names}, which serves ${inWords(what)}, run on a node: add the labels of its nodeSelector to one, or change the nodeSelector`,
  ScaleUpServing: ({ names, what }, inWords) => `scale up ${names}, which serves ${inWords(what)}`,
  RepairLostNodes: ({ nodes, namespace, name, what }, inWords) =>
    `repair ${nodes.map(node => `node ${node}`).join(', ')}, or let the Pods behind Service ${name} in namespace ${namespace} start on another node: they serve ${inWords(what)}`,
  LetPodsBeCreated: ({ workload, what, refuser }, inWords) =>
    refuser === undefined
      ? `let the Pods of ${workload} be created: they serve ${inWords(what)}`
      : `${refuser} refuses the Pods of ${workload}, which serve ${inWords(what)}: change it to allow them, or reduce what they request`,
  MakePodsReady: ({ of, what }, inWords) => `make the Pods of ${of.join(', ')} ready: they serve ${inWords(what)}`,
  RestartForCertificate: ({ workload }) =>
    `restart ${workload}: it serves a certificate from before the renewal, and reads the new one when it starts`,
}
