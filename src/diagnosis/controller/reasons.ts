import { factFrom, type Messages } from '../../messages/sentence.ts'
import { isNamed } from '../catalogue/named-workload.ts'
import type { Evidence } from '../explanation.ts'
import { writerOf } from '../managers.ts'
import type { StuckObject } from '../stuck-object.ts'
import { templateOf, type Workload, workloadText } from '../workloads/workloads.ts'
import type { Fit } from './driver-fit.ts'
import { type Holder, isHeldBy } from './holders.ts'
import { domainOf, type Identity, isRival, ownerDomain, without } from './identity.ts'
import { DEPLOYERS, isKin, namesOf, overlaps, wordsOf } from './kinship.ts'
import { isForType } from './rbac-grants.ts'

/** By what workloads are told to be the controller of a finalizer. */
export interface Clues {
  readonly holders: readonly Holder[]
  readonly words: ReadonlySet<string>
  /** Of them, those by which the product goes: not what follows the domain, which tells what is to be done. */
  readonly product: ReadonlySet<string>
  /** By which the type's group goes, and not its vendor: of `ansible.crossplane.io` the first. */
  readonly ofGroup: ReadonlySet<string>
  /** Those of who makes it: `openshift` of nfd.openshift.io. */
  readonly vendor: ReadonlySet<string>
  /** An object of the type made it. It may still look after its maker, with the right to. */
  readonly isOperand: (workload: Workload) => boolean
  /** The names that managedFields and the catalogue give. */
  readonly manager: string | undefined
  readonly known: readonly string[]
  /** It has the one name of the catalogue that many have, and is of its product. */
  readonly isCalledAsMany: (workload: Workload) => boolean
  /** The names of its project's other controllers in the catalogue, where that gives one for this finalizer. */
  readonly others: () => readonly string[]
  /** The workload that the CRD of the type names: of what runs, that is it; of what does not, it proves nothing. */
  readonly told: readonly string[]
  /** Workloads after which an annotation's domain is called that the finalizer's writer put beside it. */
  readonly marked: readonly string[]
  /** How the catalogue says that its Pods are found. */
  readonly selector: string | undefined
  readonly fit: (workload: Workload) => Fit | undefined
  /** Whoever may change the type by a rule that names it may be its operator. */
  readonly custom: boolean
  /** The one account that serves the API group that names the finalizer, where nothing tells who wrote that. */
  readonly serving: Pick<Holder, 'namespace' | 'name'> | undefined
  readonly domain: string
  readonly identity: Identity
  /** Of what runs beside the product's operator: the namespace is being deleted, with its Roles and RoleBindings. */
  readonly isBereft: (workload: Workload) => boolean
  /** Of what has no right here: it may have had one, as it is no operator of other namespaces alone. */
  readonly isLost: (workload: Workload) => boolean
  /** It looks after custom types of other groups alone. */
  readonly isOfOtherGroups: (workload: Workload) => boolean
  readonly project: ReadonlySet<string>
}

/** Why a workload may be the controller; undefined when nothing says so. */
export function reasons(workload: Workload, clues: Clues): Reasons | undefined {
  const holder = strongestHolder(clues.holders.filter(each => isHeldBy(each, workload)))
  const named = nameEvidence(workload, clues, holder)
  if (named.length === 0 && isRival(namesOf(workload), clues.identity)) return undefined
  const isWriter = clues.manager !== undefined && isNamed(workload.name, [clues.manager])
  if (named.length === 0 && !isWriter && isNamed(workload.name, clues.others())) return undefined
  const isKinOfIt = (holder?.grant === 'wildcard' ? isKinByRight : isKin)(workload, clues.words, clues)
  const byRight = holder !== undefined && ((clues.custom && isForType(holder.grant)) || isKinOfIt)
  const isServing = holder !== undefined && clues.serving !== undefined && isHeldBy(clues.serving, workload)
  const emptied = holder === undefined && clues.isBereft(workload) ? lostWithNamespace(workload, clues) : []
  if (!byRight && named.length === 0 && !isServing && emptied.length === 0) return undefined
  if (holder === undefined && !clues.isLost(workload)) return undefined
  if (named.length === 0 && isOfOthers(workload, holder, clues.selector)) return undefined
  const fit = clues.fit(workload)
  if (fit?.to === 'another') return undefined
  const serving = isServing
    ? [factFrom('rolebindings', 'AloneServes', { workload: workloadText(workload), group: clues.domain })]
    : []
  const evidence = [
    ...(holder ? [byRightOf(workload, holder)] : []),
    ...named,
    ...(named.length > 0 ? [] : emptied),
    ...serving,
    ...(fit ? [fit.evidence] : []),
  ]
  return {
    holder,
    carriesName: named.length > 0,
    isWriter,
    fitsByLabel: fit?.isTold === false,
    isTold: fit?.isTold === true,
    evidence,
  }
}

/** What deploys with every right is no kin by the vendor's word alone: `openshift` of logging.openshift.io. */
export function isKinByRight(workload: Workload, words: ReadonlySet<string>, { domain }: Pick<Clues, 'domain'>) {
  const vendor = wordsOf(ownerDomain(domain))
  // Not where the rest of the domain tells no product, or the product itself deploys (`chains.tekton.dev`).
  const isTold = without(wordsOf(domain), vendor).size > 0 && !overlaps(vendor, DEPLOYERS)
  return isKin(workload, isTold && isKin(workload, DEPLOYERS) ? without(words, vendor) : words)
}

/** By a word of the product, not the vendor's, or by a name that has all of its group or nothing but words of it. */
export function goesByProduct(workload: Workload, product: ReadonlySet<string>, clues: Clues): boolean {
  const { words, vendor, ofGroup } = clues
  const areAll = (some: ReadonlySet<string>) => some.size > 0 && [...some].every(word => words.has(word))
  const isWhole = (name: string) => [...ofGroup].every(each => name.replaceAll('-', '').includes(each))
  if (isKin(workload, ofGroup.size === 0 ? product : without(product, vendor))) return true
  return namesOf(workload).some(each => (ofGroup.size > 0 && isWhole(each)) || areAll(wordsOf(each)))
}

/** An operator without right where a namespace takes its RoleBindings (operator-framework/java-operator-sdk#1876). */
function lostWithNamespace(workload: Workload, clues: Clues): readonly Evidence[] {
  const isController = /(^|-)(operator|controller|controller-manager)$/.test(workload.name)
  if (!clues.custom || !isController || !goesByProduct(workload, clues.words, clues)) return []
  return [factFrom('rolebindings', 'MayHaveHadRightInNamespace', { workload: workloadText(workload) })]
}

/**
 * `pkg.crossplane.io/provider=<provider>`: what lacks it, and may do everything, or has the right by what others added
 * to its role, is another part of the product (crossplane-contrib/provider-ansible#260).
 */
export function isOfOthers({ object }: Workload, holder: Holder | undefined, selector = ''): boolean {
  if (holder?.grant !== 'wildcard' && holder?.isLent !== true) return false
  const [, key] = /^([\w.-]+\/[\w.-]+)=/.exec(selector) ?? []
  if (key === undefined || key.includes('kubernetes.io/')) return false
  return [object.metadata.labels, templateOf(object)?.metadata?.labels].every(labels => labels?.[key] === undefined)
}

/**
 * `remove-empty-ns-operator.kopf.dev/will-remove`, by the finalizer's writer: names of workloads that run or could.
 * `crossplane.io` is of each of its product's programs (crossplane-contrib/provider-gitlab#85).
 */
export function markedNames({ meta }: StuckObject, { writer }: Identity, all: readonly Workload[]): readonly string[] {
  const keys = Object.keys(meta.annotations ?? {}).filter(
    key => key.includes('/') && writer !== undefined && wroteAnnotation(meta, key) === writer.manager,
  )
  const names = new Set(keys.map(domainOf).flatMap(of => (of === ownerDomain(of) ? [] : of.split('.')[0]!)))
  return names.size === 0 ? [] : all.flatMap(({ name }) => (names.has(name) ? [name] : []))
}

function wroteAnnotation(meta: StuckObject['meta'], key: string): string | undefined {
  return writerOf(meta, ['f:metadata', 'f:annotations', `f:${key}`])?.manager
}

/**
 * That a workload or a container of it has the very name of the finalizer's writer, or one of the catalogue's: one that
 * many have (`operator`) counts for a `holder` of the right that is of the product by its image or its namespace.
 */
export function nameEvidence(
  workload: Workload,
  { manager, known, told, marked, isCalledAsMany }: Clues,
  holder?: Holder,
): readonly Evidence[] {
  const named = (of: Messages['HasName']['of'], source: string) => [
    factFrom(source, 'HasName', { workload: workloadText(workload), of }),
  ]
  if (carries(workload, manager)) return named('writer', 'managedFields')
  if (marked.includes(workload.name)) return named('annotation', 'metadata.annotations')
  if (told.some(name => carries(workload, name))) return named('definition', 'customresourcedefinitions')
  const isKnown = known.some(name => carries(workload, name)) || isNamed(workload.name, known)
  return isKnown || (holder !== undefined && isCalledAsMany(workload)) ? named('catalogue', 'catalogue') : []
}

export function carries({ name, containers }: Workload, sought: string | undefined): boolean {
  const names = [name, ...containers.map(each => each.name)]
  const sidecar = SIDECARS.find(each => `csi-${each}` === sought)
  return names.some(each => each === sought || (sidecar !== undefined && `-${each}`.endsWith(`-${sidecar}`)))
}

/** Containers of CSI sidecars have more names than these programs: `provisioner` (dell/csm#697). */
const SIDECARS = ['provisioner', 'attacher', 'snapshotter', 'resizer']

export interface Reasons {
  readonly holder?: Holder | undefined
  readonly carriesName: boolean
  /** It goes by the name of the finalizer's writer, or that with a release's name before it. */
  readonly isWriter: boolean
  readonly fitsByLabel: boolean
  /** It was started for objects with the labels of this one. */
  readonly isTold: boolean
  readonly evidence: readonly Evidence[]
}

export function byRightOf(workload: Workload, { binding, may }: Holder): Evidence {
  const account = `${workload.namespace}/${workload.serviceAccount}`
  return factFrom('rolebindings', 'RunsAs', { workload: workloadText(workload), account, binding, may })
}

export function strongestHolder(holders: readonly Holder[]): Holder | undefined {
  const order = ['marked', 'named', 'wildcard', 'partial']
  const rank = ({ grant, isLent }: Holder) => 2 * order.indexOf(grant) + Number(isLent)
  return holders.toSorted((a, b) => rank(a) - rank(b))[0]
}
