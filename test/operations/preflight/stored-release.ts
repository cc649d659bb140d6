import { gzipSync } from 'node:zlib'

export interface ReleaseDraft {
  readonly name: string
  readonly namespace: string
  readonly revision?: number
  readonly status?: string
  readonly manifest: string
  readonly hooks?: readonly object[]
}

/** A release in the text that Helm 3 and 4 store: base64 of gzip of JSON. */
export function encodedRelease({
  name,
  namespace,
  revision = 1,
  status = 'deployed',
  manifest,
  hooks = [],
}: ReleaseDraft): string {
  const chart = { metadata: { name: 'chart', version: '1.0.0', apiVersion: 'v2' }, templates: [] }
  const info = { status, description: 'Install complete', first_deployed: '2026-01-01T00:00:00Z' }
  const release = { name, info, chart, config: {}, manifest, hooks, version: revision, namespace }
  return gzipSync(JSON.stringify(release)).toString('base64')
}

/** The Secret in which Helm keeps a revision. */
export function storedRelease(draft: ReleaseDraft) {
  const { name, namespace, revision = 1, status = 'deployed' } = draft
  return {
    apiVersion: 'v1',
    kind: 'Secret',
    type: 'helm.sh/release.v1',
    metadata: {
      name: `sh.helm.release.v1.${name}.v${revision}`,
      namespace,
      labels: { name, owner: 'helm', status, version: String(revision), modifiedAt: '1767225600' },
    },
    data: { release: Buffer.from(encodedRelease(draft)).toString('base64') },
  }
}

/** What Helm writes on each object of a release. */
export function marksOf(name: string, namespace: string) {
  return {
    labels: { 'app.kubernetes.io/managed-by': 'Helm' },
    annotations: { 'meta.helm.sh/release-name': name, 'meta.helm.sh/release-namespace': namespace },
  }
}
