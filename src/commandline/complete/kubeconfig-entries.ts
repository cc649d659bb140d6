import { diskFiles } from '../../cluster/kubeconfig/file-reader.ts'
import { loadKubeconfigs } from '../../cluster/kubeconfig/load.ts'
import { mergeKubeconfigs } from '../../cluster/kubeconfig/merge.ts'
import type { Choices } from './choice.ts'
import type { CompletionContext } from './context.ts'

/** The names in a section of the kubeconfig that the line would use. Nothing is asked of a server. */
export async function kubeconfigEntries(
  section: 'contexts' | 'clusters' | 'users',
  { flags, env }: CompletionContext,
): Promise<Choices> {
  const config = mergeKubeconfigs(await loadKubeconfigs(flags.kubeconfig, env, diskFiles))
  const isCurrent = (name: string) => section === 'contexts' && name === config.currentContext
  const choices = [...config[section].keys()].map(text => ({ text, about: isCurrent(text) ? 'current' : undefined }))
  return { choices }
}
