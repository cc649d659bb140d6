import { type ResourceType, resourceName } from '../../api/resource-type.ts'
import type { Discovery } from '../../cluster/discovery/discovered.ts'
import { preferredTypes } from '../../cluster/discovery/discovery.ts'
import type { Choice } from './choice.ts'

/**
 * Types by their plural, with the group where the plural alone means another type. Short names and singulars are
 * offered where no plural begins as `partial` does: `pvc`, `ns`.
 */
export function typeChoices({ types }: Discovery, partial: string): readonly Choice[] {
  const preferred = preferredTypes(types)
  const plurals = preferred.map(type => {
    const first = preferred.find(each => each.plural === type.plural) === type
    return { text: first ? type.plural : resourceName(type), about: aboutType(type) }
  })
  if (plurals.some(({ text }) => text.startsWith(partial))) return plurals
  return preferred.flatMap(type => [...type.shortNames, type.singular].map(text => ({ text, about: aboutType(type) })))
}

function aboutType({ kind, shortNames }: ResourceType): string {
  return shortNames.length === 0 ? kind : `${kind} (${shortNames.join(', ')})`
}
