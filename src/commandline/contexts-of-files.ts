import { type ApiFailure, misconfigured } from '../api/failure.ts'
import { namesOf } from '../cluster/kubeconfig/several.ts'
import { UsageError } from '../exit-code.ts'
import type { NamedContext, NamedKubeconfig } from './command.ts'

type Choice = (all: readonly NamedContext[]) => readonly NamedContext[]

/**
 * The chosen contexts of several kubeconfigs, or the current one of each. A name that several files have becomes
 * `FILE:NAME`; a file that cannot be read, or has no current context, is a context that rejects. Throws UsageError
 * where none is chosen, and the file's ApiFailure where no file can be read.
 */
export function contextsOfFiles(
  kubeconfigs: readonly NamedKubeconfig[],
  choice: Choice | undefined | '',
): readonly NamedContext[] {
  const [first] = kubeconfigs
  if (first === undefined)
    throw new UsageError('invalid argument "" for "--kubeconfigs" flag: must be FILE,FILE or DIR')
  if (first.failure !== undefined && kubeconfigs.every(({ failure }) => failure !== undefined)) throw first.failure
  const fileOf = new Map(kubeconfigs.flatMap(each => each.contexts.map(context => [context, each] as const)))
  const readable = kubeconfigs.filter(({ failure }) => failure === undefined)
  const all = readable.flatMap(({ contexts }) => contexts)
  const chosen = choice ? choice(all) : readable.flatMap(currentOf)
  if (chosen.length === 0) throw new UsageError('no context of these kubeconfigs matches --contexts')
  const names = namesOf(kubeconfigs.map(({ path }) => path))
  const count = Map.groupBy(chosen, ({ name }) => name)
  const toldApart = chosen.map(context => {
    const isAlone = count.get(context.name)!.length === 1
    return isAlone ? context : { ...context, name: `${names.get(fileOf.get(context)!.path)}:${context.name}` }
  })
  const unread = kubeconfigs.flatMap(each => (each.failure === undefined ? [] : [failing(each, each.failure)]))
  return [...toldApart, ...unread]
}

function currentOf(kubeconfig: NamedKubeconfig): readonly NamedContext[] {
  const { path, current, contexts } = kubeconfig
  const found = contexts.find(({ name }) => name === current) ?? (contexts.length === 1 ? contexts[0] : undefined)
  if (found !== undefined) return [found]
  const message = `${path} has no current context: name its contexts by --contexts`
  return [failing(kubeconfig, misconfigured(message))]
}

function failing({ path, enter }: NamedKubeconfig, failure: ApiFailure): NamedContext {
  return { name: path, enter: () => ({ ...enter(), connect: () => Promise.reject(failure) }) }
}
