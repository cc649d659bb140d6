import * as models from '@kubernetes/client-node'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { checkBuiltInFields } from '../../src/api/built-in-fields.ts'

const test = suite('built-in fields beside the models of the API')

interface Model {
  readonly attributeTypeMap?: readonly { readonly baseName: string; readonly type: string }[]
}

const byName = models as unknown as Readonly<Record<string, Model | undefined>>
const kinds = Object.keys(models).filter(name => {
  const fields = new Map(byName[name]?.attributeTypeMap?.map(({ baseName, type }) => [baseName, type]))
  return fields.has('apiVersion') && fields.has('kind') && fields.get('metadata') === 'V1ObjectMeta'
})

/** A value of each field, as the model has it; what contains itself ends at some depth. */
function sampleOf(type: string, depth = 8): unknown {
  const [, item] = /^(?:Array<(.*)>|Set<(.*)>)$/.exec(type) ?? []
  if (item !== undefined) return depth === 0 ? [] : [sampleOf(item, depth - 1)]
  const [, value] = /^\{ \[key: string\]: (.*); \}$/.exec(type) ?? []
  if (value !== undefined) return depth === 0 ? {} : ofUsers(sampleOf(value, depth - 1))
  const fields = byName[type]?.attributeTypeMap
  if (fields === undefined) return ({ number: 1, boolean: true, any: {} } as Record<string, unknown>)[type] ?? 'text'
  if (depth === 0) return {}
  return Object.fromEntries(fields.map(({ baseName, type: of }) => [baseName, sampleOf(of, depth - 1)]))
}

/** Keys of a map are the user's: a Service may select Pods by a label `service`. */
function ofUsers(value: unknown): unknown {
  return Object.fromEntries(['name', 'service', 'ports', 'rules', 'version', 'conditions'].map(key => [key, value]))
}

test('every kind passes with all of its fields, whatever names users give', () => {
  assert.ok(kinds.length > 60, `${kinds.length} kinds`)
  const refused = kinds.flatMap(name => {
    try {
      // The core group stands for all but that in which fields have several forms.
      checkBuiltInFields(name.endsWith('FlowSchema') ? 'flowcontrol.apiserver.k8s.io' : '', sampleOf(name))
      return []
    } catch (error) {
      return [`${name}: ${(error as Error).message}`]
    }
  })
  assert.equal(refused, [])
})

test.run()
