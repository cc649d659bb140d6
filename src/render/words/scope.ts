import type { ScopeMessages } from '../../messages/scope.ts'
import type { WordsFor } from './words-for.ts'

export const scopeWords: WordsFor<ScopeMessages> = {
  NotSelected: ({ workload, isCertain, lacks }, inWords) =>
    `${workload} is running and ready, and ${isCertain ? 'is' : 'may be'} not configured to look after this object: it does not select ${inWords(lacks)}.`,
  ConfigureToSelect: ({ workload, lacks }, inWords) =>
    `configure ${workload} to select ${inWords(lacks)} too, where it is installed from (its chart, its Subscription), or run another instance that does: it then sees the deletion`,
  ClassLacking: ({ name }) => `class ${name}`,
  NamespaceLacking: ({ namespace }) => `namespace ${namespace}`,
  LabelLacking: ({ label, value }) => `objects with ${label}=${value}`,
  LabelsLacking: ({ setting }) => `objects with the labels of these (now ${setting})`,
  RunsForOtherClass: ({ workload, settings, path, name }) =>
    `${workload} runs with ${settings.join(' and ')}, and ${path} is ${name}`,
  ClassIsOf: ({ name, controller }) => `class ${name} is of ${controller}`,
  SetClassBack: ({ path, name }) =>
    `set ${path} back to ${name}, the class of the controller that holds it: it then sees the deletion and cleans up`,
  RunsForOtherInstance: ({ workload, setting, label, value }) => {
    const started = setting === undefined ? 'without a setting for it' : `with ${setting}`
    const carries = value === undefined ? `has no label ${label}` : `has label ${label}=${value}`
    return `${workload} runs ${started}, and the object ${carries}`
  },
  OnlyOwnValue: () => 'it looks only after objects with its own value',
  LabelsNotMet: ({ workload, setting }) =>
    `${workload} runs with ${setting}, which the labels of the object do not meet`,
  NamespaceNotNamed: ({ workload, setting, namespace }) =>
    `${workload} runs with ${setting}, which does not name ${namespace}`,
}
