import { parseAllDocuments } from 'yaml'
import { answer } from '../built-by-go.ts'
import { DEPLOY } from './program.ts'

export interface Container {
  readonly name: string
  readonly image: string
  readonly args: readonly string[]
  readonly ports?: readonly { readonly name: string; readonly containerPort: number }[]
  readonly livenessProbe?: { readonly httpGet: { readonly path: string; readonly port: string } }
  readonly readinessProbe?: { readonly httpGet: { readonly path: string; readonly port: string } }
  readonly resources: { readonly requests: object; readonly limits: object }
  readonly securityContext: object
}

export interface PodSpec {
  readonly serviceAccountName: string
  readonly securityContext: object
  readonly containers: readonly Container[]
}

export interface Manifest {
  readonly apiVersion: string
  readonly kind: string
  readonly metadata: { readonly name: string; readonly namespace?: string; readonly labels?: Record<string, string> }
  readonly [field: string]: unknown
}

/** The documents of a YAML text, each without a mistake. */
export function manifestsOf(text: string): readonly Manifest[] {
  const documents = parseAllDocuments(text, { uniqueKeys: true })
  if (!Array.isArray(documents)) return []
  return documents.flatMap(document => {
    if (document.errors.length > 0) throw document.errors[0]!
    const manifest = document.toJS() as Manifest | null
    return manifest === null ? [] : [manifest]
  })
}

/** What kustomize makes of a folder of deploy/kustomize. */
export const kustomized = async (program: string, folder: string): Promise<readonly Manifest[]> =>
  manifestsOf(await answer(program, ['kustomize', `${DEPLOY}/kustomize/${folder}`]))

/** What helm makes of the chart, for a release in `namespace`. */
export const charted = async (program: string, values: object, namespace = 'kubectl-finalize') =>
  manifestsOf(await answer(program, ['chart', `${DEPLOY}/chart`, namespace], JSON.stringify(values)))

/** The Pods of a Deployment or a CronJob; undefined for another type. */
export function podSpecOf({ kind, spec }: Manifest): PodSpec | undefined {
  const own = spec as { template: { spec: PodSpec }; jobTemplate: { spec: { template: { spec: PodSpec } } } }
  if (kind === 'Deployment') return own.template.spec
  return kind === 'CronJob' ? own.jobTemplate.spec.template.spec : undefined
}
