import type { KubeObject } from '../../api/object.ts'
import { definitionSpec, type PrinterColumn } from '../types/custom.ts'
import type { ServedType } from '../types/served-type.ts'
import { age } from './age.ts'
import { BUILTIN_COLUMNS } from './builtin-columns.ts'
import { fieldText } from './field-text.ts'

export interface Column {
  readonly name: string
  readonly type: string
  readonly format: string
  readonly description: string
  /** Above 0: only with `-o wide`. */
  readonly priority: number
  cell(object: KubeObject, now: number): unknown
}

/** The columns of a type: its own, those of its CRD, or Name and Age. */
export function columnsOf(type: ServedType): readonly Column[] {
  const own = BUILTIN_COLUMNS[type.storage]
  if (own !== undefined) return [NAME, ...own.map(([name, cell, priority]) => column(name, cell, priority))]
  if (type.definition === undefined) return [NAME, AGE]
  const version = definitionSpec(type.definition).versions.find(({ name }) => name === type.version)
  const printed = version?.additionalPrinterColumns
  return printed === undefined ? [NAME, AGE] : [NAME, ...printed.map(printerColumn)]
}

function column(name: string, cell: Column['cell'], priority = 0): Column {
  return { name, type: 'string', format: '', description: name, priority, cell }
}

const NAME: Column = { ...column('Name', object => object.metadata.name), format: 'name' }
const AGE = column('Age', (object, now) => age(object.metadata.creationTimestamp, now))

function printerColumn({ name, type, priority = 0, jsonPath, ...rest }: PrinterColumn): Column {
  const { description = `Custom resource definition column (in JSONPath format): ${jsonPath}` } = rest
  const cell: Column['cell'] = (object, now) => {
    const text = fieldText(object, jsonPath)
    if (type === 'date') return age(text === '' ? undefined : text, now)
    if (text === '') return null
    return type === 'integer' || type === 'number' ? Number(text) : text
  }
  return { name, type, format: '', description, priority, cell }
}
