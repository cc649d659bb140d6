import type { V1Container, V1EnvVar } from '@kubernetes/client-node'
import { templateOf, type Workload, workloadText } from '../controller/workloads.ts'
import type { Held } from '../held.ts'
import { toRepair } from '../remedy.ts'
import { commandLine } from '../shell-quote.ts'
import type { Clue } from './clue.ts'

/** How operators are told which namespaces they look after; nothing, `*` or an empty text: all. Sources: operator-framework/operator-lib, strimzi/strimzi-kafka-operator, prometheus-operator/prometheus-operator. */
const VARIABLE = /^(\w+_)?(WATCH(ED)?_?NAMESPACES?|NAMESPACES?_TO_WATCH|TARGET_NAMESPACES?)$|^STRIMZI_NAMESPACE$/
const FLAG = /^--?(watch(ed)?-namespaces?|namespaces(-to-watch)?|target-namespaces?)$/

/**
 * That a workload was told to look after other namespaces than the object's, by a variable or a flag of its containers. undefined
 * where nothing says so, where one of several settings names all or this one, and where a value is not written out.
 */
export function unwatched(workload: Workload, { ref: { namespace } }: Held): Clue | undefined {
  if (namespace === undefined) return undefined
  const settings = settingsOf(workload)
  const [first] = settings
  if (first === undefined || settings.some(({ namespaces }) => namespaces.length === 0)) return undefined
  if (settings.some(({ namespaces }) => namespaces.includes(namespace) || namespaces.includes('*'))) return undefined
  const { kind, name, namespace: home } = workload
  const source = `${kind.toLowerCase()}s`
  return {
    key: `unwatched/${namespace}`,
    why: `it is not configured to watch namespace ${namespace}`,
    evidence: settings.map(({ said }) => ({
      fact: `${workloadText(workload)} runs with ${said}, which does not name ${namespace}`,
      source,
    })),
    remedy: toRepair(
      `configure it to watch namespace ${namespace} too, where it is installed from (its chart, its Subscription): it then sees the deletion; a restart alone changes nothing`,
      [commandLine('kubectl', 'get', `${kind.toLowerCase()}/${name}`, '-n', home, '-o', 'yaml')],
    ),
  }
}

interface Setting {
  /** As it stands there: `WATCH_NAMESPACE=a,b`. */
  readonly said: string
  /** None: all, or not known. */
  readonly namespaces: readonly string[]
}

function settingsOf({ object, namespace }: Workload): readonly Setting[] {
  const template = templateOf(object)
  return (template?.spec?.containers ?? []).flatMap(({ env = [], args = [], command = [] }: V1Container) => [
    ...env
      .filter(({ name }) => VARIABLE.test(name))
      .map(variable => {
        const value = textOf(variable, namespace, template?.metadata?.annotations ?? {})
        return { said: `${variable.name}=${value ?? ''}`, namespaces: listed(value) }
      }),
    ...flagsOf([...command, ...args]),
  ])
}

/** undefined where it is not known: it comes from a ConfigMap, or from a field that is not read here. */
function textOf(
  { value, valueFrom }: V1EnvVar,
  namespace: string,
  annotations: Readonly<Record<string, string>>,
): string | undefined {
  const field = valueFrom?.fieldRef?.fieldPath
  if (field === 'metadata.namespace') return namespace
  const [, annotation] = /^metadata\.annotations\['([^']+)'\]$/.exec(field ?? '') ?? []
  return annotation === undefined ? value : annotations[annotation]
}

/** `--namespaces=a,b`, or with the value after it. */
function flagsOf(words: readonly string[]): readonly Setting[] {
  return words.flatMap((word, index) => {
    const [flag = '', ...rest] = word.split('=')
    if (!FLAG.test(flag)) return []
    const value = word.includes('=') ? rest.join('=') : words[index + 1]
    return [{ said: `${flag}=${value ?? ''}`, namespaces: listed(value) }]
  })
}

const NAME = /^(\*|[a-z0-9]([-a-z0-9]*[a-z0-9])?)$/

function listed(value = ''): readonly string[] {
  const names = value.split(/[\s,;]+/).filter(name => name !== '')
  return names.every(name => NAME.test(name)) ? names : []
}
