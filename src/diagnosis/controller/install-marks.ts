import type { KubeObject } from '../../api/object.ts'
import type { Evidence } from '../explanation.ts'
import type { Facts } from '../facts.ts'

/** What the marks of an installer on a CRD tell of the installation that it came with. */
export interface Installation {
  readonly release?: string
  /** Proof by its own record: false when the record is gone, undefined when it could not be told. */
  readonly present?: boolean
  readonly evidence: readonly Evidence[]
}

const OLM_LABEL = 'operators.coreos.com/'
const VERSIONS = 'clusterserviceversions.operators.coreos.com'

/**
 * Reads Helm's and OLM's marks on a CRD and looks whether the installation is still recorded: a Helm release is a Secret
 * or ConfigMap `sh.helm.release.v1.NAME.vN`, which an uninstall deletes while CRDs often stay.
 */
export function installationOf(definition: KubeObject, facts: Facts): Installation {
  const { annotations = {}, labels = {} } = definition.metadata
  const release = annotations['meta.helm.sh/release-name']
  const namespace = annotations['meta.helm.sh/release-namespace']
  if (release !== undefined && namespace !== undefined) return helmRelease(release, namespace, facts)
  const olm = Object.keys(labels).find(label => label.startsWith(OLM_LABEL))
  return olm === undefined ? { evidence: [] } : olmOperator(olm, facts)
}

/** OLM puts a label of the operator's package and namespace on all that comes with it, its ClusterServiceVersion included. */
function olmOperator(label: string, facts: Facts): Installation {
  const operator = label.slice(OLM_LABEL.length)
  const came = `the CRD came with the OLM operator ${operator}`
  const isServed = facts.types.some(({ group, plural }) => `${plural}.${group}` === VERSIONS)
  if (!isServed) return { evidence: [{ fact: came, source: 'customresourcedefinitions' }] }
  const versions = facts.read({ about: 'list', resource: VERSIONS })
  if (versions.state !== 'known') {
    return { evidence: [{ fact: `${came}; whether that still exists could not be read`, source: VERSIONS }] }
  }
  const present = versions.value.some(({ metadata }) => metadata.labels?.[label] !== undefined)
  const fact = present ? `${came}, which is still installed` : `${came}, and no ClusterServiceVersion of it is left`
  return { present, evidence: [{ fact, source: VERSIONS }] }
}

/** Helm keeps its records as Secrets or, by its setting HELM_DRIVER, as ConfigMaps of the same names. */
function helmRelease(release: string, namespace: string, facts: Facts): Installation {
  const name = `${namespace}/${release}`
  for (const resource of ['secrets', 'configmaps']) {
    const records = facts.read({ about: 'metadata', resource, namespace })
    if (records.state !== 'known') {
      const fact = `the CRD came with Helm release ${name}; whether that still exists could not be read`
      return { release: name, evidence: [{ fact, source: resource }] }
    }
    if (records.value.some(each => each.name.startsWith(`sh.helm.release.v1.${release}.v`))) {
      const fact = `Helm release ${name} is still recorded`
      return { release: name, present: true, evidence: [{ fact, source: resource }] }
    }
  }
  const fact = `Helm release ${name} has no record left in its namespace (no Secret, no ConfigMap); its CRDs still exist`
  return { release: name, present: false, evidence: [{ fact, source: 'secrets, configmaps' }] }
}
