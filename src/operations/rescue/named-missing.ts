import { objectText } from '../../api/object-text.ts'
import { alone } from '../../diagnosis/alone.ts'
import { eachTogether } from '../../diagnosis/answered.ts'
import { existenceOf, referencesOf } from '../../diagnosis/references/references.ts'
import { heldOf, isCustom } from '../../diagnosis/stuck-object.ts'
import { message, type Sentence } from '../../messages/sentence.ts'
import type { Saved } from '../../plan/rescue/rescue.ts'
import { askUntilKnown } from '../inspect/ask-until-known.ts'
import type { RescueSearch } from './find-content.ts'

/**
 * Missing objects that custom resources among these name, as `explain` reads references: each once, in a stable order,
 * as `secret/x, which cluster/db names in spec.auth`. What could not be read is left out: it proves nothing.
 */
export async function namedMissing(left: readonly Saved[], search: RescueSearch): Promise<readonly Sentence[]> {
  const { catalogue, clock } = search
  const { answer } = await askUntilKnown(search, clock.now(), facts =>
    eachTogether(left, ({ type, object }) => {
      const held = heldOf(type, object.metadata)
      if (!isCustom(held)) return []
      const context = alone(held, facts, catalogue)
      const named = referencesOf(held, object, context).filter(each => !each.isBare && !each.mayBeMade)
      return eachTogether(named, each => ({ ...each, exists: existenceOf(each, context) }))
        .filter(({ exists }) => exists === 'absent')
        .map(({ type, name, path }) => ({
          name: objectText({ kind: type.kind, name }),
          by: objectText({ kind: object.kind, name: object.metadata.name }),
          path,
        }))
    }).flat(),
  )
  const sorted = answer.toSorted((a, b) => (a.name < b.name ? -1 : 1))
  const once = [...new Map(sorted.toReversed().map(each => [each.name, each])).values()].toReversed()
  return once.map(each => message('NamedIn', each))
}
