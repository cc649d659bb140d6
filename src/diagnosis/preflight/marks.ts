import type { ObjectMeta } from '../../api/object.ts'
import { RELEASE, RELEASE_NAMESPACE } from '../controller/install-marks.ts'

/** What looks after an object, as that tool itself marked it. */
export interface Management {
  readonly who: string
  readonly name: string
  /** Of what manages it; undefined: that has none, or the mark does not tell. */
  readonly namespace?: string | undefined
  /** `Helm release shop/db`: the same for two objects of one. */
  readonly text: string
  /** Creates again what is deleted, as long as it lives. */
  readonly isGitOps: boolean
}

interface Mark {
  readonly who: string
  readonly isGitOps?: true
  /** The mark of no tool alone: controllers put it on what they make, too. */
  readonly isWeak?: true
  read(meta: Required<Pick<ObjectMeta, 'labels' | 'annotations'>>): Named | undefined
}

type Named = { readonly name: string; readonly namespace?: string | undefined }

/** The first that an object has is the one that is told. */
const MARKS: readonly Mark[] = [
  {
    who: 'Argo CD',
    isGitOps: true,
    // https://argo-cd.readthedocs.io/en/stable/user-guide/resource_tracking/: APPLICATION:GROUP/KIND:NAMESPACE/NAME
    read: ({ annotations }) => named(annotations['argocd.argoproj.io/tracking-id']?.split(':')[0]),
  },
  { who: 'Argo CD', isGitOps: true, read: ({ labels }) => named(labels['argocd.argoproj.io/instance']) },
  { who: 'Flux Kustomization', isGitOps: true, read: ({ labels }) => ofFlux(labels, 'kustomize') },
  { who: 'Flux HelmRelease', isGitOps: true, read: ({ labels }) => ofFlux(labels, 'helm') },
  { who: 'Helm release', read: ({ annotations }) => named(annotations[RELEASE], annotations[RELEASE_NAMESPACE]) },
  { who: 'kapp', read: ({ labels }) => named(labels['kapp.k14s.io/app']) },
  {
    // OLM puts operators.coreos.com/PACKAGE.NAMESPACE on all that comes with an operator, its CRDs included.
    who: 'OLM operator',
    read: ({ labels }) => named(endOf(Object.keys(labels).find(key => key.startsWith(OLM)))),
  },
  {
    who: 'instance',
    isWeak: true,
    read: ({ labels }) =>
      labels['app.kubernetes.io/managed-by'] === undefined ? undefined : named(labels['app.kubernetes.io/instance']),
  },
]

const OLM = 'operators.coreos.com/'

const endOf = (key: string | undefined) => key?.slice(OLM.length)

function named(name: string | undefined, namespace?: string): Named | undefined {
  return name === undefined || name === '' ? undefined : { name, namespace }
}

function ofFlux(labels: Readonly<Record<string, string>>, controller: 'kustomize' | 'helm'): Named | undefined {
  const prefix = `${controller}.toolkit.fluxcd.io`
  return named(labels[`${prefix}/name`], labels[`${prefix}/namespace`])
}

/** Everything that says it manages this object; `weak`: also by labels that are no tool's own. */
export function managementsOf(
  meta: Pick<ObjectMeta, 'labels' | 'annotations'>,
  { weak }: { readonly weak: boolean },
): readonly Management[] {
  if (meta.labels === undefined && meta.annotations === undefined) return []
  const { labels = {}, annotations = {} } = meta
  return MARKS.filter(({ isWeak }) => weak || !isWeak).flatMap(({ who, isGitOps = false, read }) => {
    const found = read({ labels, annotations })
    if (found === undefined) return []
    const place = found.namespace === undefined ? '' : `${found.namespace}/`
    return [{ who, ...found, text: `${who} ${place}${found.name}`, isGitOps }]
  })
}
