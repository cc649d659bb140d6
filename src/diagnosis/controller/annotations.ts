import type { KubeObject } from '../../api/object.ts'
import { ANNOTATION_OF_ERROR } from './condition-dialects.ts'
import { type Statement, textOf } from './statement.ts'
import { saysError } from './wording.ts'

/** Errors that an object tells in annotations of its product, where the controller has no status to write them to. */
export function annotationsOf({ metadata: { annotations = {} } }: KubeObject): readonly Statement[] {
  return Object.entries(annotations).flatMap(([key, value]): readonly Statement[] => {
    const [domain, name] = key.split('/')
    // Without a domain, and under those of Kubernetes and kubectl, it is no product's word.
    if (name === undefined || /(^|\.)(kubernetes|k8s)\.io$/.test(domain!) || !ANNOTATION_OF_ERROR.test(name)) return []
    // One word is a setting (`retry-on-error: always`) sooner than an error.
    if (textOf(value) === '' || !(/\s/.test(value) || saysError(value))) return []
    return [
      {
        fact: `annotation ${key} is ${value}`,
        source: 'metadata.annotations',
        reason: name,
        means: 'failing',
        text: true,
        about: 'work',
        since: undefined,
        path: ['f:metadata', 'f:annotations', `f:${key}`],
      },
    ]
  })
}
