import { parseManifests } from '../parse-manifests.ts'
import type { StorageTools } from './helm-storage.ts'
import type { Listed } from './listed.ts'
import type { KustomizeTools } from './read-kustomization.ts'
import type { Source } from './source.ts'

export interface SourceTools extends StorageTools, KustomizeTools {
  /** -n, or the context's namespace. */
  readonly namespace: string
  /** All of stdin. */
  readInput(): Promise<string>
}

/** What a source lists. Rejects with an Error of one line, or with ApiFailure. */
export async function readSourceOf(source: Source, tools: SourceTools): Promise<Listed> {
  const { namespace } = tools
  switch (source.of) {
    case 'filename': {
      if (source.path === '-') return { manifests: parseManifests(await tools.readInput(), 'stdin'), namespace }
      const { readFiles } = await import('./read-files.ts')
      return { manifests: await readFiles(source.path, source.recursive), namespace }
    }
    case 'kustomize': {
      const { readKustomization } = await import('./read-kustomization.ts')
      return { manifests: await readKustomization(source.path, tools), namespace }
    }
    case 'helm': {
      const { listHelmRelease } = await import('./helm-release.ts')
      return listHelmRelease(source.release, namespace, tools)
    }
    case 'argocd': {
      const { listApplication } = await import('./argocd.ts')
      return listApplication(source, tools)
    }
    case 'flux': {
      const { listFlux } = await import('./flux.ts')
      return listFlux(source, namespace, tools)
    }
  }
}
