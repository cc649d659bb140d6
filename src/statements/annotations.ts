import type { KubeObject } from '../api/object.ts'
import { recordOf, type Statement, textOf } from './statement.ts'
import { tryOf } from './tries.ts'
import { says } from './wording.ts'
import { fields } from './words/status-fields.ts'

/** Errors that an object tells in annotations of its product, where the controller has no status to write them to. */
export function annotationsOf({ metadata: { annotations = {} } }: KubeObject): readonly Statement[] {
  return Object.entries(annotations).flatMap(([key, value]): readonly Statement[] => {
    const [domain, name] = key.split('/')
    // Without a domain, and under those of Kubernetes and kubectl, it is no product's word.
    if (name === undefined || /(^|\.)(kubernetes|k8s)\.io$/.test(domain!)) return []
    const path = ['f:metadata', 'f:annotations', `f:${key}`]
    const tried = value.startsWith('{') ? tryOf(jsonOf(value), `annotation ${key}`) : undefined
    if (tried !== undefined) return [{ ...tried, source: 'metadata.annotations', path }]
    if (!fields.has('annotation of an error', name)) return []
    // One word is a setting (`retry-on-error: always`) sooner than an error.
    if (textOf(value) === '' || !(/\s/.test(value) || says('error', value))) return []
    const said = { fact: `annotation ${key} is ${value}`, source: 'metadata.annotations', reason: name }
    return [{ ...said, means: 'failing', text: true, about: 'work', since: undefined, path }]
  })
}

/** Frameworks keep JSON in annotations where a type has no status. */
function jsonOf(text: string): Readonly<Record<string, unknown>> {
  try {
    return recordOf(JSON.parse(text)) ?? {}
  } catch {
    return {}
  }
}
