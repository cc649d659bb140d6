import { counted } from '../../api/object-text.ts'
import type { OperatorMessages } from '../../messages/operators.ts'
import type { WordsFor } from './words-for.ts'

export const operatorWords: WordsFor<OperatorMessages> = {
  OperatorNotFound: ({ name, namespace }) =>
    `operator "${name}" not found: there is no Helm release, Subscription or Deployment of this name in namespace ${namespace}, and no CRD of such an API group`,
  OperatorAmbiguous: ({ name, kinds }) =>
    `operator "${name}" is ambiguous: specify ${kinds.map(each => `operator ${each}/${name}`).join(' or ')}`,
  OperatorMalformed: ({ text }) =>
    `invalid operator "${text}": must be NAME, helm/RELEASE, subscription/NAME, deployment/NAME, or group/API_GROUP`,
  OneOperatorName: ({ other }) => `operator takes one name: specify other objects as TYPE/NAME, not "${other}"`,
  OperatorServes: ({ name, what, types }) =>
    `operator ${name} is ${what}, which serves ${types.map(({ type, objects }) => `${type} (${counted(objects, 'object')})`).join(', ')}`,
  NothingProvesServed: ({ what }) =>
    `nothing proves which CRDs ${what} serves: none has its marks, and no ClusterRole that is bound to its service accounts alone names one with its status or finalizers; specify the objects as TYPE/NAME`,
  ServedByOthersToo: ({ type, what, account }) =>
    `${type} is not served by ${what} alone: serviceaccount ${account} may write its status or finalizers too; specify the objects as TYPE/NAME`,
  NoCrdOfGroup: ({ group }) => `there is no CRD of API group "${group}"`,
  ObjectsBeforeOperator: () => 'the objects of the operator go before it',
  NothingProvesServer: ({ group }) =>
    `nothing proves which Deployment serves API group "${group}": specify operator deployment/NAME -n NAMESPACE`,
  SeveralMayServe: ({ group, deployments }) => {
    const commands = deployments.map(({ name, namespace }) => `operator deployment/${name} -n ${namespace}`)
    return `several Deployments may serve API group "${group}": specify ${commands.join(' or ')}`
  },
  OnlyWhenNamed: ({ names }) => `left alone: ${names.join(', ')} (deleted only when it is named)`,
  NotInstalledByOlm: ({ subscription }) =>
    `Subscription ${subscription} has no status.installedCSV: OLM has not installed its operator`,
  PartNotFound: ({ kind, name, namespace }) => `${kind} "${name}" not found in namespace ${namespace}`,
}
