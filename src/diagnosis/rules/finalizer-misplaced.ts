import { BUILTIN_FINALIZERS, isMisplacedName, NAMESPACE } from '../../api/builtin-finalizers.ts'
import { isTelling, writerOfFinalizer } from '../managers.ts'
import { toRemove } from '../remedy.ts'
import { removeCommands } from '../remove-commands.ts'
import type { Blocker, RuleContext, StuckObject } from '../stuck-object.ts'

/**
 * FinalizerUnhandled by Kubernetes itself: one of its own finalizers on an object where no part of it looks for that name
 * (`kubernetes` on a ConfigMap, a claim's protection on a Pod, another spelling of foregroundDeletion). It came by hand, as a
 * rule out of an example, and nothing is lost without it.
 */
export function finalizerMisplaced(held: StuckObject, context: RuleContext): readonly Blocker[] {
  if (held.meta.deletionTimestamp === undefined) return []
  const names = new Set(held.finalizers.filter(({ field }) => field === 'metadata').map(({ name }) => name))
  return [...names].filter(name => isMisplaced(held, name)).map(name => holdingOf(held, name, context))
}

/** A program that puts such a name on an object by itself may well take it off, whatever Kubernetes does with it. */
export function isMisplaced({ ref, meta }: StuckObject, finalizer: string): boolean {
  if (!isMisplacedName(finalizer, ref.resource)) return false
  const writer = writerOfFinalizer(meta, finalizer)?.manager
  return writer === undefined || !isTelling(writer)
}

/** As in "Nothing removes …". */
export function misplacedText(finalizer: string, kind: string): string {
  const row = BUILTIN_FINALIZERS.find(({ name }) => name === finalizer)
  if (row === undefined) return `Nothing removes ${finalizer}: it looks like a finalizer of Kubernetes but is not one.`
  const where = finalizer === NAMESPACE ? 'in spec.finalizers of Namespaces' : `on ${row.on}`
  return `Nothing removes ${finalizer} from metadata.finalizers of a ${kind}: Kubernetes handles it ${where} only.`
}

function holdingOf(held: StuckObject, finalizer: string, context: RuleContext): Blocker {
  const { ref } = held
  const row = BUILTIN_FINALIZERS.find(({ name }) => name === finalizer)
  const writer = writerOfFinalizer(held.meta, finalizer)
  return {
    verdict: 'stuck',
    cause: {
      key: `FinalizerUnhandled/misplaced/${ref.resource}/${finalizer}`,
      code: 'FinalizerUnhandled',
      subject: ref,
      finalizer,
      summary: misplacedText(finalizer, ref.kind),
      evidence: [
        row === undefined
          ? { fact: `no controller of Kubernetes looks for the name ${finalizer}`, source: 'catalogue' }
          : {
              fact: `${row.controller} removes ${finalizer} from ${row.on}, and from nothing else`,
              source: 'catalogue',
            },
        ...(writer === undefined
          ? []
          : [
              {
                fact: `it was written by manager "${writer.manager}", which is not the name of a controller`,
                source: 'managedFields',
              },
            ]),
      ],
      remedies: (_blocks, direct) => [
        toRemove(
          `remove the finalizer: it protects nothing on ${ref.resource}; and remove it from the manifest that it came from`,
          removeCommands(direct, context),
          'low',
        ),
      ],
    },
  }
}
