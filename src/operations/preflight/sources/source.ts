import { Misuse, message } from '../../../messages/sentence.ts'
import type { ApplicationName } from './argocd.ts'
import type { FluxName } from './flux.ts'

/** What names the objects of a deletion in place of the command line. */
export type Source =
  | ({ readonly of: 'filename'; readonly paths: readonly string[]; readonly recursive: boolean } & Confined)
  | ({ readonly of: 'kustomize'; readonly path: string } & Confined)
  | { readonly of: 'helm'; readonly release: string }
  | ({ readonly of: 'argocd' } & ApplicationName)
  | ({ readonly of: 'flux' } & FluxName)

/** Which namespace the objects of files have to be in: as in kubectl, that of -n. */
interface Confined {
  readonly within?: string | undefined
}

const SOURCES = ['filename', 'kustomize', 'helm', 'argocd', 'flux'] as const satisfies readonly Source['of'][]

/** What was given of the flags that name a source. */
export type SourceFlags = { readonly [Of in Exclude<Source['of'], 'filename'>]: string | undefined } & {
  readonly filename: readonly string[]
  readonly recursive: boolean | undefined
}

/**
 * The one source that the flags name; undefined: none. `namespace`: that of -n, if it was given. Throws a Misuse where
 * there are several, or one is malformed.
 */
export function readSource(flags: SourceFlags, namespace: string | undefined): Source | undefined {
  const { filename, recursive = false } = flags
  const paths = filename.length === 0 ? undefined : filename.flatMap(each => each.split(','))
  const given = { ...flags, filename: paths?.find(path => path === '') ?? paths?.[0] }
  const [of, other] = SOURCES.filter(name => given[name] !== undefined)
  if (other !== undefined) throw new Misuse(message('SourcesTogether', { flags: [of!, other] }))
  if (recursive && of !== 'filename') throw new Misuse(message('RecursiveNeedsFile'))
  if (of === undefined) return undefined
  const source = sourceIn(of, given[of]!)
  if (source === undefined) throw new Misuse(message('SourceMalformed', { of, value: given[of]! }))
  if (source.of === 'filename') return { ...source, paths: paths!, recursive, within: namespace }
  return source.of === 'kustomize' ? { ...source, within: namespace } : source
}

/** The words of a command line that name it again. */
export function wordsOf(source: Source | undefined): readonly string[] {
  switch (source?.of) {
    case undefined:
      return []
    case 'filename':
      return [...source.paths.flatMap(path => ['-f', path]), ...(source.recursive ? ['-R'] : [])]
    case 'kustomize':
      return ['-k', source.path]
    case 'helm':
      return ['--helm', source.release]
    case 'argocd':
      return ['--argocd', source.namespace === undefined ? source.name : `${source.namespace}/${source.name}`]
    case 'flux':
      return ['--flux', `${source.kind.toLowerCase()}/${source.name}`]
  }
}

/** undefined where the flag's value is malformed. */
function sourceIn(of: Source['of'], value: string): Source | undefined {
  const words = value.split('/')
  if (value === '' || ((of === 'helm' || of === 'argocd' || of === 'flux') && !words.every(isName))) return undefined
  switch (of) {
    case 'filename':
      return { of, paths: [value], recursive: false }
    case 'kustomize':
      return { of, path: value }
    case 'helm':
      return words.length === 1 ? { of, release: value } : undefined
    case 'argocd': {
      const [name, namespace, ...more] = words.toReversed()
      return more.length === 0 ? { of, namespace, name: name! } : undefined
    }
    case 'flux': {
      const [word = '', name, ...more] = words
      const kind = FLUX_KINDS.get(word.toLowerCase())
      return kind === undefined || name === undefined || more.length > 0 ? undefined : { of, kind, name }
    }
  }
}

const FLUX_KINDS: ReadonlyMap<string, FluxName['kind']> = new Map([
  ...(['kustomization', 'kustomizations', 'ks'] as const).map(word => [word, 'Kustomization'] as const),
  ...(['helmrelease', 'helmreleases', 'hr'] as const).map(word => [word, 'HelmRelease'] as const),
])

/** As names of objects are: what stands in a selector may have nothing else. */
export function isName(word: string): boolean {
  return /^[A-Za-z0-9][-A-Za-z0-9.]{0,252}$/.test(word)
}
