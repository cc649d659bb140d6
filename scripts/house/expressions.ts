import { stripTypeScriptTypes } from 'node:module'
import { type Node, parse } from 'acorn'

/**
 * How many a file has, and what they match. No text that a controller, a provider or the server wrote is among it: that is read in
 * src/statements, where each expression is a row with a source and an example.
 */
export const MATCHED: Readonly<Record<string, readonly [number, string]>> = {
  'diagnosis/admission/alteration.ts': [4, 'path of a field'],
  'diagnosis/admission/demand.ts': [10, 'CEL expression'],
  'diagnosis/admission/left-webhook.ts': [1, 'name of a type'],
  'diagnosis/admission/webhook.ts': [1, 'CEL expression'],
  'diagnosis/admission/missing-params.ts': [1, 'CEL expression'],
  'diagnosis/admission/mutators.ts': [1, 'name of a type'],
  'diagnosis/admission/lost-with-namespace.ts': [1, 'parts of names of namespaces'],
  'diagnosis/admission/let-pass.ts': [1, 'CEL expression'],
  'diagnosis/catalogue/catalogue.ts': [4, 'words of a user, finalizer'],
  'diagnosis/catalogue/file.ts': [1, 'name of a project'],
  'diagnosis/catalogue/named-workload.ts': [3, 'workload in the catalogue'],
  'diagnosis/controller-manager/needed-by-repair.ts': [1, 'command of ours'],
  'diagnosis/controller-manager/awaited-work.ts': [1, 'version of the server'],
  'diagnosis/controller/choice.ts': [3, 'name of a workload'],
  'diagnosis/controller/account-rules.ts': [1, 'resource of a Role'],
  'diagnosis/controller/by-hand.ts': [1, 'finalizer'],
  'diagnosis/controller/driver-fit.ts': [2, 'argument, or variable in one'],
  'diagnosis/controller/fit.ts': [10, 'argument, or label selector in one'],
  'diagnosis/controller/holders.ts': [1, 'user name'],
  'diagnosis/controller/kinship.ts': [1, 'argument, kind, finalizer'],
  'diagnosis/managers.ts': [5, 'field manager'],
  'diagnosis/controller/own-namespaces.ts': [1, 'name of a namespace'],
  'diagnosis/controller/last-writes.ts': [1, 'API group'],
  'diagnosis/controller/reasons.ts': [2, 'label selector, name of a workload'],
  'diagnosis/controller/object-events.ts': [1, 'reporter of an Event'],
  'diagnosis/workloads/log-places.ts': [2, 'name of a container'],
  'diagnosis/workloads/health.ts': [1, 'annotation key'],
  'diagnosis/catalogue/drainers.ts': [1, 'path of a field'],
  'diagnosis/inventories/entries.ts': [1, 'id of an entry'],
  'diagnosis/catalogue/inventories.ts': [2, 'name of a field'],
  'diagnosis/leaks.ts': [11, 'name of a field, URL, address, value of one'],
  'diagnosis/pauses/paused-by.ts': [4, 'annotation, label or field that may be a switch'],
  'diagnosis/catalogue/switches.ts': [16, 'annotation, label or field that is a switch, and its value'],
  'diagnosis/catalogue/in-use.ts': [1, 'finalizer'],
  'diagnosis/preflight/judged.ts': [1, 'command of ours'],
  'plan/aim.ts': [3, 'command of ours'],
  'operations/preflight/parse-manifests.ts': [1, 'file of the user'],
  'operations/preflight/sources/read-files.ts': [1, 'path of a file'],
  'diagnosis/preflight/prepare.ts': [1, 'version of the server'],
  'diagnosis/protections/naming-fields.ts': [5, 'name of a field'],
  'diagnosis/references/fields.ts': [26, 'name of a field'],
  'diagnosis/references/reference.ts': [1, 'name of a field'],
  'diagnosis/references/own-names.ts': [4, 'name of a field, id'],
  'diagnosis/references/reference-in-field.ts': [1, 'name of a field'],
  'diagnosis/references/references.ts': [3, 'name of a field'],
  'diagnosis/obstacles/kind-in-error.ts': [2, 'names of fields'],
  'diagnosis/obstacles/successor-doubt.ts': [2, 'name of a workload'],
  'diagnosis/dossier/absence.ts': [1, 'field manager'],
  'diagnosis/dossier/log-names.ts': [2, 'field and name in a spec'],
  'diagnosis/dossier/refused-account.ts': [1, 'argument, variable or path'],
  'diagnosis/obstacles/finalizer-successor.ts': [5, 'finalizer'],
  'diagnosis/obstacles/leader-missing.ts': [1, 'argument'],
  'diagnosis/obstacles/paused.ts': [1, 'name of a switch'],
  'diagnosis/rules/request-denied.ts': [1, 'kind'],
  'diagnosis/scope/classes.ts': [8, 'argument, name of a field, API group'],
  'diagnosis/scope/namespaces.ts': [3, 'argument, variable, list of namespaces in one'],
  'diagnosis/scope/setting.ts': [1, 'path of a field'],
  'diagnosis/service/answerer.ts': [2, 'path or host of a URL'],
  'diagnosis/serving/end.ts': [1, 'name of a Service'],
  'diagnosis/shell-quote.ts': [4, 'word of a command'],
  'diagnosis/silence/ailing.ts': [1, 'name of a field'],
  'diagnosis/silence/called-after.ts': [1, 'name of a PersistentVolume'],
  'diagnosis/silence/node-of-finalizer.ts': [6, 'finalizer, key of a label, name of a field, name of a node'],
  'diagnosis/silence/switched-off.ts': [3, 'argument, finalizer'],
  'diagnosis/silence/users.ts': [1, 'finalizer'],
  'diagnosis/silence/writers.ts': [1, 'identity in a Lease'],
  'diagnosis/rules/undecodable.ts': [1, 'version of the server'],
  'diagnosis/volumes/consumer-holding.ts': [1, 'name of a Pod'],
  'diagnosis/volumes/lost-driver.ts': [1, 'name of a driver'],
  'diagnosis/volumes/node-plugin.ts': [1, 'path'],
  'execute/journal.ts': [1, 'time of ours'],
  'execute/left-behind.ts': [1, 'characters of a file of ours'],
  'execute/rescue/dependents.ts': [1, 'uid'],
  'operations/preflight/sources/argocd-application.ts': [1, 'finalizer'],
  'operations/preflight/sources/helm-storage.ts': [1, 'number in a label'],
  'operations/preflight/sources/read-kustomization.ts': [1, 'line of an error of kubectl'],
  'operations/preflight/sources/source.ts': [1, 'name of an object'],
  'operations/record/redact.ts': [2, 'path of a request, name'],
  'operations/replay/katalog-in-cluster.ts': [5, 'apiVersion in a file, argument, path'],
  'operations/rescue/find-controllers.ts': [1, 'finalizer'],
  'operations/rescue/pending-rescue.ts': [1, 'journal of ours'],
  'operations/write/tools-for.ts': [1, 'name of a file'],
}

/** How many expressions a source has: literals, and what makes one: `new RegExp(…)`, `RegExp(…)`, and the methods of strings that turn a string into one. */
export function expressionsIn(code: string): number {
  let count = 0
  const walk = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return
    const node = value as Node & Readonly<Record<string, unknown>>
    if (makesExpression(node)) count++
    if (node.type !== 'Literal') Object.values(node).forEach(walk)
  }
  walk(parse(stripTypeScriptTypes(code), { ecmaVersion: 'latest', sourceType: 'module' }))
  return count
}

function makesExpression(node: Readonly<Record<string, unknown>>): boolean {
  if (node.type === 'Literal') return node.regex !== undefined
  if (node.type !== 'NewExpression' && node.type !== 'CallExpression') return false
  const { name, property } = node.callee as { name?: string; property?: { name?: string } }
  const [first] = node.arguments as readonly { type: string; regex?: unknown }[]
  const isOfString = property?.name === 'match' || property?.name === 'matchAll'
  return name === 'RegExp' || (isOfString && first?.regex === undefined && first?.type !== 'ArrowFunctionExpression')
}
