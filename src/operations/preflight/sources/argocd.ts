import type { KubeObject, ObjectMeta } from '../../../api/object.ts'
import { listPath } from '../../../api/path.ts'
import type { ResourceType } from '../../../api/resource-type.ts'
import { clusterRoleBindings } from '../../../cluster/cluster-role-bindings.ts'
import { listAll } from '../../../cluster/list-pages.ts'
import { readWhole } from '../../../cluster/read-whole.ts'
import type { Finding } from '../../../cluster/scan/scan.ts'
import { accountsOf } from '../../../diagnosis/controller/holders.ts'
import { message, type Sentence, Trouble } from '../../../messages/sentence.ts'
import { type Application, applicationIn } from './argocd-application.ts'
import type { StorageTools } from './helm-storage.ts'
import { installedType } from './installed-type.ts'
import { type Listed, withoutMark } from './listed.ts'

/** Which Application: without a namespace, the one of this name in any. */
export interface ApplicationName {
  readonly namespace: string | undefined
  readonly name: string
}

/**
 * An Application of Argo CD and what it lists as its own in this cluster. Rejects with an Error of one line where
 * there is none, there are several, or it is for another cluster, and with ApiFailure where it cannot be read.
 */
export async function listApplication(asked: ApplicationName, tools: StorageTools): Promise<Listed> {
  const type = await installedType('applications.argoproj.io', tools)
  const application = applicationIn(await findApplication(type, asked, tools))
  const { namespace = '', name } = application.meta
  if (application.elsewhere !== undefined)
    throw new Trouble(
      message('OfAnotherCluster', { name: `Application ${namespace}/${name}`, by: application.elsewhere }),
    )
  const isArgos = await whereArgoDeploys(application, tools)
  return {
    manifests: application.resources,
    namespace,
    stored: {
      keepers: [{ type, meta: application.meta }],
      notes: notesOn(application),
      spares: found => sparedBy(found, application, isArgos),
    },
  }
}

async function findApplication(
  type: ResourceType,
  { namespace, name }: ApplicationName,
  { transport, pageSize, signal }: StorageTools,
): Promise<KubeObject> {
  const kind = 'Application'
  if (namespace !== undefined) {
    const found = await readWhole(transport, type, { name, namespace }, signal)
    if (found === undefined) throw new Trouble(message('NotInNamespace', { kind, name, namespace }))
    return found
  }
  const query = { fieldSelector: `metadata.name=${name}` }
  const [first, ...others] = await listAll(transport, { path: listPath(type), pageSize, query, signal })
  if (first === undefined) throw new Trouble(message('NotInNamespace', { kind, name, namespace }))
  if (others.length === 0) return first
  const namespaces = [first, ...others].map(({ metadata }) => metadata.namespace ?? '')
  throw new Trouble(message('ApplicationInSeveral', { name, namespaces }))
}

/**
 * What Argo CD leaves alone when it deletes an Application (argo-cd controller/appcontroller.go,
 * finalizeApplicationDeletion).
 */
function sparedBy(
  { type, meta }: Finding,
  { meta: app }: Application,
  isArgos: (namespace?: string) => boolean,
): Sentence | undefined {
  const options = (meta.annotations?.['argocd.argoproj.io/sync-options'] ?? '').split(',').map(each => each.trim())
  const kept = options.find(each => each === 'Delete=false' || each === 'Prune=false')
  if (kept !== undefined) return `argocd.argoproj.io/sync-options: ${kept}`
  if (meta.annotations?.['helm.sh/resource-policy'] === 'keep') return 'helm.sh/resource-policy: keep'
  if (isOwn(type, meta, app, isArgos(meta.namespace))) return undefined
  const { name, namespace = '' } = app
  return isOwn(type, meta, app, true)
    ? message('MarkWithoutNamespace', { name, namespace })
    : withoutMark(`Application ${namespace}/${name}`)
}

/**
 * By its tracking id, or where that has none, by the label of it; an Application elsewhere than Argo CD goes by its
 * namespace too. There a mark without one is of another Application, whose name anybody may take in a namespace.
 */
function isOwn(
  { group, kind }: ResourceType,
  { name, namespace, annotations, labels }: ObjectMeta,
  app: ObjectMeta,
  isArgos: boolean,
): boolean {
  const isBare = isArgos || namespace === app.namespace
  const names = [...(isBare ? [app.name] : []), `${app.namespace}_${app.name}`]
  const id = annotations?.['argocd.argoproj.io/tracking-id']
  if (id !== undefined) return names.some(each => id.startsWith(`${each}:${group}/${kind}:`)) && id.endsWith(`/${name}`)
  const label = labels?.['argocd.argoproj.io/instance'] ?? labels?.['app.kubernetes.io/instance']
  return label !== undefined && names.includes(label)
}

/**
 * Where the Argo CD of the Application's namespace deploys: everywhere by a ClusterRoleBinding, or in namespaces whose
 * RoleBindings let it. Neither is written by users of the Application's namespace alone.
 */
async function whereArgoDeploys(
  { meta, resources }: Application,
  { transport, signal }: StorageTools,
): Promise<(namespace?: string) => boolean> {
  const isBoundIn = async (place?: string): Promise<boolean> => {
    const accounts = (await clusterRoleBindings(transport, signal, place)).flatMap(each => accountsOf(each.subjects))
    return accounts.some(
      ({ namespace, name }) => namespace === meta.namespace && name.endsWith('application-controller'),
    )
  }
  if (await isBoundIn()) return () => true
  const places = [...new Set(resources.flatMap(({ namespace }) => namespace ?? []))]
  const bound = await Promise.all(places.map(isBoundIn))
  return place => bound[places.indexOf(place ?? '')] === true
}

function notesOn({ meta, cascades, hasDeletionHooks, resources }: Application): readonly Sentence[] {
  const name = `Application ${meta.namespace}/${meta.name}`
  return [
    ...(resources.length === 0 ? [message('ListsNothing', { name })] : []),
    message('ApplicationCascades', { name, cascades }),
    ...(hasDeletionHooks ? [message('ArgoRunsHooks', { name })] : []),
  ]
}
