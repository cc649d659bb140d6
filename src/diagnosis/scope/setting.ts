import type { V1Container, V1EnvVar } from '@kubernetes/client-node'
import { templateOf, type Workload } from '../workloads/workloads.ts'

/** An argument or a variable with which the containers of a workload are started. */
export interface Setting {
  /** `--watch-namespaces`, `WATCH_NAMESPACE`. */
  readonly name: string
  /** undefined where it is not known: it comes from a ConfigMap, or from a field that is not read here. */
  readonly value: string | undefined
  /** As it stands there: `WATCH_NAMESPACE=a,b`. */
  readonly said: string
}

/** The settings of a workload whose name is like this, as far as they stand in its template. */
export function settingsOf({ object, namespace }: Workload, like: RegExp): readonly Setting[] {
  const template = templateOf(object)
  const annotations = template?.metadata?.annotations ?? {}
  return (template?.spec?.containers ?? []).flatMap(({ env = [], args = [], command = [] }: V1Container) => [
    ...env
      .filter(({ name }) => like.test(name))
      .map(variable => setting(variable.name, textOf(variable, namespace, annotations))),
    ...flagsOf([...command, ...args], like),
  ])
}

function setting(name: string, value: string | undefined): Setting {
  return { name, value, said: `${name}=${value ?? ''}` }
}

function textOf(
  { value, valueFrom }: V1EnvVar,
  namespace: string,
  annotations: Readonly<Record<string, string>>,
): string | undefined {
  const field = valueFrom?.fieldRef?.fieldPath
  if (field === undefined) return valueFrom === undefined ? (value ?? '') : undefined
  if (field === 'metadata.namespace') return namespace
  const [, annotation] = /^metadata\.annotations\['([^']+)'\]$/.exec(field) ?? []
  return annotation === undefined ? undefined : annotations[annotation]
}

/** `--namespaces=a,b`, or with the value after it. */
function flagsOf(words: readonly string[], like: RegExp): readonly Setting[] {
  return words.flatMap((word, index) => {
    const [flag = '', ...rest] = word.split('=')
    if (!flag.startsWith('-') || !like.test(flag)) return []
    const next = words[index + 1]
    return [setting(flag, word.includes('=') ? rest.join('=') : next?.startsWith('-') ? '' : next)]
  })
}
