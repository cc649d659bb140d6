import { DEFINITIONS } from '../../api/definitions.ts'
import { requiredType } from '../../cluster/discovery/discovery.ts'
import type { FactSource } from '../../cluster/facts/fact-source.ts'
import { readWhole } from '../../cluster/read-whole.ts'
import type { Saved } from '../../plan/rescue/rescue.ts'

interface Definition {
  readonly spec?: {
    readonly versions?: readonly { readonly name: string; readonly subresources?: { readonly status?: object } }[]
  }
}

/** Whether its CRD has a status subresource, to be written again; for types without a CRD controllers rebuild it. */
export async function hasStatusOf(
  { type, object }: Saved,
  saved: readonly Saved[],
  source: FactSource,
): Promise<boolean> {
  if (object.kind === 'CustomResourceDefinition') return true
  if (!type.group.includes('.') || object.status === undefined) return false
  const name = `${type.plural}.${type.group}`
  const definitions = requiredType(DEFINITIONS, source.discovery)
  const own = saved.find(each => each.object.kind === definitions.kind && each.object.metadata.name === name)
  const definition = own?.object ?? (await readWhole(source.transport, definitions, { name }, source.signal))
  const version = (definition as Definition | undefined)?.spec?.versions?.find(each => each.name === type.version)
  return version?.subresources?.status !== undefined
}
