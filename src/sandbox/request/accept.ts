import { Refusal } from '../answer/refusal.ts'

/** What an answer is turned into: the object as it is, its metadata alone, or a table for people. */
export type Form = 'Object' | 'PartialObjectMetadata' | 'PartialObjectMetadataList' | 'Table'

export interface Negotiated {
  readonly mediaType: 'application/json' | 'application/yaml' | 'application/vnd.kubernetes.protobuf'
  readonly form: Form
  /** `v1` or `v1beta1` of meta.k8s.io, for the transformed forms. */
  readonly version: string
}

interface Clause {
  readonly type: string
  readonly parameters: Readonly<Record<string, string>>
  readonly quality: number
}

/** Clauses of an Accept header, best first; equal quality keeps their order. */
export function parseAccept(header: string | undefined): Clause[] {
  const clauses = (header === undefined || header === '' ? '*/*' : header).split(',').map(text => {
    const [type, ...rest] = text.split(';').map(part => part.trim())
    const parameters = Object.fromEntries(rest.map(part => part.split('=', 2) as [string, string]))
    return { type: type!, parameters, quality: parameters.q === undefined ? 1 : Number(parameters.q) }
  })
  return clauses.toSorted((left, right) => right.quality - left.quality)
}

const FORMS: readonly Form[] = ['Object', 'PartialObjectMetadata', 'PartialObjectMetadataList', 'Table']

/** The first clause that the server can write; 406 when there is none. Whether the form fits is found out later. */
export function negotiate(accept: string | undefined): Negotiated {
  for (const { type, parameters } of parseAccept(accept)) {
    const mediaType = mediaTypeOf(type)
    const form = (parameters.as ?? 'Object') as Form
    if (mediaType === undefined || !FORMS.includes(form)) continue
    const version = parameters.v ?? 'v1'
    if (form !== 'Object' && (parameters.g !== 'meta.k8s.io' || (version !== 'v1' && version !== 'v1beta1'))) continue
    // Only the metadata forms exist in protobuf here; a client that also takes JSON is served by its next clause.
    if (mediaType === 'application/vnd.kubernetes.protobuf' && !form.startsWith('Partial')) continue
    return { mediaType, form, version }
  }
  throw new Refusal(406, {
    message:
      '406: Not Acceptable\n\nAvailable representations: application/json, application/yaml, ' +
      'application/vnd.kubernetes.protobuf, application/json;stream=watch, ' +
      'application/vnd.kubernetes.protobuf;stream=watch',
    reason: 'NotAcceptable',
    details: {},
  })
}

function mediaTypeOf(type: string): Negotiated['mediaType'] | undefined {
  switch (type) {
    case '*/*':
    case 'application/*':
    case 'application/json':
      return 'application/json'
    case 'application/yaml':
    case 'application/vnd.kubernetes.protobuf':
      return type
    default:
      return undefined
  }
}
