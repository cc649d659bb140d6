import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js'
import schema from '../../docs/schema/catalogue-v1.json' with { type: 'json' }

/** What a text is to be: a file of a catalogue, or the annotation by which a CRD speaks for its finalizers. */
export type Form = 'catalogue' | 'annotation'

export interface Fault {
  /** To what is wrong, or to what would have it. */
  readonly path: readonly (string | number)[]
  /** In a sentence without a full stop. */
  readonly problem: string
}

const validators = new Map<string, ReturnType<Ajv2020['compile']>>()

/** The first thing that is wrong with a catalogue's file, or with a CRD's annotation, as it was parsed. */
export function faultIn(value: unknown, form: Form): Fault | undefined {
  const validate = validators.get(form) ?? compile(form)
  validators.set(form, validate)
  if (validate(value)) return undefined
  const errors = validate.errors ?? []
  // An unknown field is likelier a typo than another one forgotten; where all alternatives fail, that none fits says
  // more than what is wrong with each. What two fields must not be together counts where each of them is right.
  const telling = ['additionalProperties', 'oneOf'].flatMap(each => errors.filter(({ keyword }) => keyword === each))
  const error = telling[0] ?? errors.find(({ keyword }) => keyword !== 'not') ?? errors[0]!
  return { path: pathOf(error), problem: problemOf(error) }
}

const TYPES: Readonly<Record<string, string>> = {
  object: 'a map ("key: value")',
  array: 'a list ("- item")',
  string: 'a string; put it in quotes',
  boolean: 'true or false',
}

function compile(form: Form): ReturnType<Ajv2020['compile']> {
  const ajv = new Ajv2020({
    strict: false,
    validateSchema: false,
    verbose: true,
    allErrors: true,
    formats: { regex: isExpression },
  })
  const { $id: _, ...rest } = schema
  return ajv.compile(form === 'catalogue' ? rest : { $ref: '#/$defs/annotation', $defs: schema.$defs })
}

function isExpression(text: string): boolean {
  try {
    return new RegExp(text) !== undefined
  } catch {
    return false
  }
}

function pathOf({ instancePath, keyword, params }: ErrorObject): readonly string[] {
  const path = instancePath
    .split('/')
    .slice(1)
    .map(step => step.replaceAll('~1', '/').replaceAll('~0', '~'))
  return keyword === 'additionalProperties' ? [...path, params.additionalProperty] : path
}

function problemOf({
  instancePath,
  keyword,
  params,
  message = '',
  data,
  schema: wanted,
  parentSchema,
}: ErrorObject): string {
  const name = instancePath.split('/').findLast(step => /\D/.test(step)) ?? ''
  const what = name === '' ? 'the document' : name
  switch (keyword) {
    case 'required':
      return `${params.missingProperty} is missing`
    case 'additionalProperties':
      return `unknown field "${params.additionalProperty}" (known: ${Object.keys(parentSchema?.properties ?? {}).join(', ')})`
    case 'enum':
      return `${what} is ${JSON.stringify(data)}: it must be one of ${(wanted as readonly unknown[]).join(', ')}`
    case 'const':
      return `${what} is ${JSON.stringify(data)}: it must be ${JSON.stringify(wanted)}`
    case 'oneOf':
      return `${what} must have exactly one of ${(wanted as readonly { required?: readonly string[] }[]).map(({ required = [] }) => required.join(' with ')).join(', ')}`
    case 'pattern':
    case 'format':
      return `${what} is ${JSON.stringify(data)}${hintOf(parentSchema)}`
    case 'dependentRequired':
      return `${params.missingProperty} is required together with ${params.property}`
    case 'not':
      return described(parentSchema?.description)
    case 'type':
      return `${what} must be ${TYPES[String(params.type)] ?? params.type}`
    default:
      return `${what} ${message}`
  }
}

function hintOf(parent: ErrorObject['parentSchema']): string {
  if (parent?.format === 'regex') return ', which is not a regular expression'
  return parent?.description === undefined
    ? `: it must match ${parent?.pattern}`
    : `: it must be ${described(parent.description)}`
}

function described(description: string): string {
  return description.charAt(0).toLowerCase() + description.slice(1).replace(/\.$/, '')
}
