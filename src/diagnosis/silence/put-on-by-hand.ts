import { message } from '../../messages/sentence.ts'
import { domainOf, ownerOf } from '../controller/identity.ts'
import type { Case } from '../dossier/dossier.ts'
import { isByHand, isProgram, writerOfFinalizer } from '../managers.ts'
import { toInspect } from '../remedy.ts'
import { yamlCommand } from '../shell-quote.ts'
import { type Clue, clueOf } from './clue.ts'

/**
 * A person or a pipeline put the finalizer on; no controller puts this name on objects of the type, but one puts on
 * another of the same domain. Not names of the catalogue: manifests may ask for those.
 */
export function putOnByHand({ held, finalizer, identity: { writer }, known, context }: Case): Clue | undefined {
  if (writer === undefined || !isByHand(writer.manager) || known.entry !== undefined) return undefined
  const { ref } = held
  const all = context.facts.read({ about: 'metadata', resource: ref.resource })
  if (all.state !== 'known') return undefined
  const ofPrograms = all.value.flatMap(meta =>
    (meta.finalizers ?? []).filter(name => isProgram(writerOfFinalizer(meta, name)?.manager ?? writer.manager)),
  )
  const own = ofPrograms.find(name => ownerOf(domainOf(name)) === ownerOf(domainOf(finalizer)))
  if (own === undefined || ofPrograms.includes(finalizer)) return undefined
  const fact = message('PutOnBesideController', { manager: writer.manager, at: writer.time, ofController: own })
  const remedy = toInspect(message('AskWhoAdded'), [yamlCommand(ref, '--show-managed-fields')])
  return clueOf(`by hand/${finalizer}`, message('PutOnByHand'), fact, 'managedFields', remedy)
}
