import { message } from '../../messages/sentence.ts'
import { searchController } from '../controller/search.ts'
import { type Case, living } from '../dossier/dossier.ts'
import type { Remedy } from '../explanation.ts'
import { removeCommands } from '../remove-commands.ts'
import type { DirectlyHeld } from '../stuck-object.ts'

/** The first of the finalizers of one controller: an error of it does not say at which of them it fails. */
export function whoseOf(found: Case): string {
  const { held, finalizer, context } = found
  const [controller] = living(found)
  const isIts = (name: string) =>
    living({ search: searchController(held, name, context) })[0]?.workload === controller?.workload
  const names = held.finalizers.map(({ name }) => name)
  return controller === undefined ? finalizer : (names.find(name => name === finalizer || isIts(name)) ?? finalizer)
}

/** `own`: where the server rejects the controller's own write; a removal proven to pass comes in place of `last`. */
export function fixOrRemove(
  { context }: Case,
  direct: readonly DirectlyHeld[],
  { own, fix, last }: { readonly own: readonly Remedy[]; readonly fix: Remedy; readonly last: Remedy },
): readonly Remedy[] {
  const removals = own.filter(({ kind }) => kind === 'remove')
  const names = [...new Set(direct.flatMap(({ heldBy }) => heldBy ?? []))]
  const alone = (remedy: Remedy): Remedy => ({
    ...remedy,
    summary: message('RemoveFailingAlone', { count: names.length, next: remedy.summary }),
    commands: names.flatMap(name =>
      removeCommands(
        direct.filter(({ heldBy }) => heldBy === name),
        context,
      ),
    ),
  })
  const ends = removals.length > 0 ? removals : [last]
  return [...own.filter(({ kind }) => kind !== 'remove'), fix, ...(names.length > 1 ? ends.map(alone) : ends)]
}
