import { append } from '../../../api/long-lists.ts'
import { message, Trouble } from '../../../messages/sentence.ts'
import { type Manifest, parseManifests } from '../parse-manifests.ts'
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
      const { readFiles } = await import('./read-files.ts')
      const manifests: Manifest[] = []
      for (const path of source.paths) {
        const isInput = path === '-'
        const read = isInput ? parseManifests(await tools.readInput(), 'stdin') : readFiles(path, source.recursive)
        append(manifests, await read)
      }
      return { manifests: within(source.within, manifests), namespace }
    }
    case 'kustomize': {
      const { readKustomization } = await import('./read-kustomization.ts')
      return { manifests: within(source.within, await readKustomization(source.path, tools)), namespace }
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

/** kubectl refuses it too: -n and a file that contradict each other say that one of them is not what is meant. */
function within(namespace: string | undefined, manifests: readonly Manifest[]): readonly Manifest[] {
  const other = namespace && manifests.find(each => each.namespace !== undefined && each.namespace !== namespace)
  if (!other) return manifests
  const why = message('OtherNamespace', { object: other.namespace!, given: namespace })
  throw new Trouble(message('InFile', { file: other.file, why }))
}
