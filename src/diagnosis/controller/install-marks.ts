import type { KubeObject } from '../../api/object.ts'
import { factFrom, type Messages, message } from '../../messages/sentence.ts'
import type { Evidence } from '../explanation.ts'
import type { Facts } from '../facts.ts'
import type { Workload } from '../workloads/workloads.ts'

/** What the marks of an installer on a CRD tell of the installation that it came with. */
export interface Installation {
  readonly release?: string
  /** Proof by its own record: false when the record is gone, undefined when it could not be told. */
  readonly present?: boolean
  readonly evidence: readonly Evidence[]
}

export const RELEASE = 'meta.helm.sh/release-name'
export const RELEASE_NAMESPACE = 'meta.helm.sh/release-namespace'
const OLM_LABEL = 'operators.coreos.com/'
const VERSIONS = 'clusterserviceversions.operators.coreos.com'

/**
 * Reads Helm's and OLM's marks on a CRD and looks whether the installation is still recorded: a Helm release is a
 * Secret or ConfigMap `sh.helm.release.v1.NAME.vN`, which an uninstall deletes while CRDs often stay.
 */
export function installationOf(definition: KubeObject, facts: Facts): Installation {
  const { annotations = {}, labels = {} } = definition.metadata
  const release = annotations[RELEASE]
  const namespace = annotations[RELEASE_NAMESPACE]
  if (release !== undefined && namespace !== undefined) return helmRelease(release, namespace, facts)
  const olm = Object.keys(labels).find(label => label.startsWith(OLM_LABEL))
  return olm === undefined ? { evidence: [] } : olmOperator(olm, facts)
}

/**
 * That an object came with a Helm release of which neither the record nor any of these workloads, all there are, is
 * left. No proof: its controller may be of another release, and who may write the object may have written the marks.
 */
export function releaseGone({ metadata }: Pick<KubeObject, 'metadata'>, all: readonly Workload[], facts: Facts) {
  const [name, place] = [RELEASE, RELEASE_NAMESPACE].map(key => metadata.annotations?.[key])
  if (name === undefined || place === undefined) return undefined
  const isOfIt = ({ object: { metadata: own } }: Workload) =>
    own.annotations?.[RELEASE] === name && own.annotations[RELEASE_NAMESPACE] === place
  if (all.some(isOfIt) || helmRelease(name, place, facts).present !== false) return undefined
  const release = `${place}/${name}`
  return factFrom('metadata.annotations', 'CameWithRelease', { release, record: 'emptied' })
}

/** OLM labels all that comes with an operator by its package and namespace, its ClusterServiceVersion included. */
function olmOperator(label: string, facts: Facts): Installation {
  const operator = label.slice(OLM_LABEL.length)
  const came = (record: Messages['CameWithOperator']['record']) => message('CameWithOperator', { operator, record })
  const isServed = facts.types.some(({ group, plural }) => `${plural}.${group}` === VERSIONS)
  if (!isServed) return { evidence: [{ fact: came('untold'), source: 'customresourcedefinitions' }] }
  const versions = facts.read({ about: 'list', resource: VERSIONS })
  if (versions.state !== 'known') return { evidence: [{ fact: came('unread'), source: VERSIONS }] }
  const present = versions.value.some(({ metadata }) => metadata.labels?.[label] !== undefined)
  return { present, evidence: [{ fact: came(present ? 'there' : 'gone'), source: VERSIONS }] }
}

/** Helm keeps its records as Secrets or, by its setting HELM_DRIVER, as ConfigMaps of the same names. */
function helmRelease(release: string, namespace: string, facts: Facts): Installation {
  const name = `${namespace}/${release}`
  for (const resource of ['secrets', 'configmaps']) {
    const records = facts.read({ about: 'metadata', resource, namespace })
    if (records.state !== 'known') {
      return { release: name, evidence: [factFrom(resource, 'CameWithRelease', { release: name, record: 'unread' })] }
    }
    if (records.value.some(each => each.name.startsWith(`sh.helm.release.v1.${release}.v`))) {
      const fact = message('CameWithRelease', { release: name, record: 'there' })
      return { release: name, present: true, evidence: [{ fact, source: resource }] }
    }
  }
  const fact = message('CameWithRelease', { release: name, record: 'gone' })
  return { release: name, present: false, evidence: [{ fact, source: 'secrets, configmaps' }] }
}
