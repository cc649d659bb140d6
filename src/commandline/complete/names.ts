import type { OVERRIDABLE } from '../../plan/guard.ts'
import type { NameKind } from '../completes.ts'
import { type Choice, type Choices, nextMember } from './choice.ts'
import type { CompletionContext } from './context.ts'

/** Looks names of a kind up, and loads only what that takes. Rejects where they cannot be had. */
export async function lookUp(kind: NameKind, context: CompletionContext): Promise<Choices> {
  return SOURCES[kind](context)
}

const SOURCES: Readonly<Record<NameKind, (context: CompletionContext) => Choices | Promise<Choices>>> = {
  files: () => ({ choices: [], files: true }),
  guards: ({ partial }) => ({ choices: nextMember(partial, () => overridable) }),
  contexts: context => kubeconfigEntries('contexts', context),
  clusters: context => kubeconfigEntries('clusters', context),
  users: context => kubeconfigEntries('users', context),
  incidents: () => incidents(),
  'catalogued-finalizers': context => cataloguedFinalizers(context),
  runs: context => runs(context),
  finalizers: async context => (await import('./finalizers.ts')).finalizers(context),
  namespaces: async context => (await import('./objects.ts')).namespaces(context, false),
  'terminating-namespaces': async context => (await import('./objects.ts')).namespaces(context, true),
  types: async context => (await import('./objects.ts')).types(context),
  objects: async context => (await import('./objects.ts')).objects(context),
}

/** The names in a section of the kubeconfig that the line would use. Nothing is asked of a server. */
async function kubeconfigEntries(
  section: 'contexts' | 'clusters' | 'users',
  { flags, env }: CompletionContext,
): Promise<Choices> {
  const { diskFiles } = await import('../../cluster/kubeconfig/file-reader.ts')
  const { loadKubeconfigs } = await import('../../cluster/kubeconfig/load.ts')
  const { mergeKubeconfigs } = await import('../../cluster/kubeconfig/merge.ts')
  const config = mergeKubeconfigs(await loadKubeconfigs(flags.kubeconfig, env, diskFiles))
  const isCurrent = (name: string) => section === 'contexts' && name === config.currentContext
  const choices = [...config[section].keys()].map(text => ({ text, about: isCurrent(text) ? 'current' : undefined }))
  return { choices }
}

async function incidents(): Promise<Choices> {
  const { incidents } = await import('../../sandbox/incidents/index.ts')
  return { choices: incidents.map(({ name, summary }) => ({ text: name, about: summary })) }
}

async function runs({ flags, stateDirectory }: CompletionContext): Promise<Choices> {
  const { runNames } = await import('../../operations/log/read-runs.ts')
  const { readBackupDirectory } = await import('../write-flags.ts')
  const given = flags['backup-dir'] as string | undefined
  const directory = readBackupDirectory({ 'backup-dir': given }, { stateDirectory })
  return { choices: directory === undefined ? [] : (await runNames(directory)).map(text => ({ text })) }
}

/** Names with a star stand for many: none of them is a finalizer. */
async function cataloguedFinalizers(context: CompletionContext): Promise<Choices> {
  const catalogue = await context.catalogue()
  const entries = catalogue.all().filter(({ finalizer }) => !finalizer.includes('*'))
  return { choices: entries.map(({ finalizer, project }) => ({ text: finalizer, about: project })) }
}

/** What each guard that `--override` can pass says, in a few words: shown beside its name. */
const guardAbout: Readonly<Record<(typeof OVERRIDABLE)[number], string>> = {
  ProtectedFinalizer: 'Kubernetes itself protects data by the finalizer',
  ControllerAlive: 'the controller of the finalizer works',
  ControllerUnknown: 'nothing shows whose finalizer it is',
  NamespaceNotEmpty: 'something remains in the namespace',
  IncompleteRead: 'something that the decision needs could not be read',
  RepairFirst: 'a repair would end the wait without losing anything',
  WouldGetStuck: 'whether all of a deletion would go is not known',
  LosesData: 'data that no backup brings back goes with the deletion',
  BelongsToOthers: 'another install, or what another tool manages, goes with the deletion',
}

/** The guards that --override can pass. */
export const overridable: readonly Choice[] = Object.entries(guardAbout).map(([text, about]) => ({ text, about }))
