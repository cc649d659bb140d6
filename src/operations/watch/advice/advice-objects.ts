import type { ObjectMeta } from '../../../api/object.ts'
import type { ResourceType, TypedObject } from '../../../api/resource-type.ts'
import type { Tools } from '../../../execute/tools.ts'
import { message, type Sentence } from '../../../messages/sentence.ts'
import {
  ADVICE_BINDING_TYPE,
  ADVICE_DEFINITION_NAME,
  ADVICE_DEFINITION_TYPE,
  ADVICE_NAME,
  ADVICE_POLICY_TYPE,
  ADVICE_TYPE,
  OWN_LABELS,
} from '../../../plan/own-types.ts'

/** What whoever writes them is lent. */
export interface AdviceTools extends Tools {
  inWords(sentence: Sentence): string
}

type Worded = Pick<AdviceTools, 'inWords'>

/** Texts at one moment. The object stays far below 256 KiB by that, and by the length of a text. */
export const MOST_TEXTS = 500
/** Characters of a text: the server cuts long warnings at 256, and the first 256 have the object and its cause. */
export const MAX_TEXT = 400

/** By uid of the object whose deletion is warned of. */
export type Texts = Readonly<Record<string, string>>

const { group, version, plural, singular, kind } = ADVICE_TYPE

const apiVersion = (type: ResourceType): string => `${type.group}/${type.version}`

function adviceObject(type: ResourceType, name: string, spec: object): TypedObject {
  const metadata = { name, labels: OWN_LABELS } as unknown as ObjectMeta
  return { type, object: { apiVersion: apiVersion(type), kind: type.kind, metadata, spec } }
}

const textsIn = ({ inWords }: Worded): object => ({
  type: 'object',
  description: inWords(message('TextsOfAdvice')),
  maxProperties: MOST_TEXTS,
  additionalProperties: { type: 'string', maxLength: MAX_TEXT },
})

export const definitionIn = ({ inWords }: Worded): TypedObject =>
  adviceObject(ADVICE_DEFINITION_TYPE, ADVICE_DEFINITION_NAME, {
    group,
    scope: 'Cluster',
    names: { plural, singular, kind, listKind: `${kind}List` },
    versions: [
      {
        name: version,
        served: true,
        storage: true,
        schema: {
          openAPIV3Schema: {
            type: 'object',
            description: inWords(message('DeletionsOfAdvice')),
            properties: { spec: { type: 'object', properties: { texts: textsIn({ inWords }) } } },
          },
        },
      },
    ],
  })

export const adviceOf = (texts: Texts): TypedObject => adviceObject(ADVICE_TYPE, ADVICE_NAME, { texts })

/**
 * Warns and never denies, whatever goes wrong. The key is of oldObject: a request for a collection has no name. What
 * is terminating is past a warning, and controllers (system users other than system:admin) read none.
 */
export const policyIn = ({ inWords }: Worded): TypedObject =>
  adviceObject(ADVICE_POLICY_TYPE, ADVICE_NAME, {
    failurePolicy: 'Ignore',
    paramKind: { apiVersion: apiVersion(ADVICE_TYPE), kind },
    matchConstraints: {
      resourceRules: [{ apiGroups: ['*'], apiVersions: ['*'], resources: ['*'], operations: ['DELETE'] }],
    },
    matchConditions: [
      {
        name: 'asked-by-a-person',
        expression: "!request.userInfo.username.startsWith('system:') || request.userInfo.username == 'system:admin'",
      },
      {
        name: 'not-deleted-yet',
        expression: 'oldObject != null && has(oldObject.metadata) && !has(oldObject.metadata.deletionTimestamp)',
      },
    ],
    validations: [
      {
        expression: '!has(params.spec.texts) || !(oldObject.metadata.uid in params.spec.texts)',
        messageExpression: 'string(params.spec.texts[oldObject.metadata.uid])',
        message: inWords(message('WarnedDeletion')),
      },
    ],
  })

export const BINDING = adviceObject(ADVICE_BINDING_TYPE, ADVICE_NAME, {
  policyName: ADVICE_NAME,
  paramRef: { name: ADVICE_NAME, parameterNotFoundAction: 'Allow' },
  validationActions: ['Warn'],
})
