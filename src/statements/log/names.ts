import { spaced } from '../../api/camel-case.ts'
import { wholeWord } from '../whole-word.ts'
import { logFields } from '../words/log-fields.ts'
import type { LogLine } from './line.ts'
import { ofKubeRs, type Sought, wordBefore, wordsNaming } from './names-in-words.ts'
import { isCalled, isNameFirst, namesSome } from './other-names.ts'

/** Whether a line names the object, in a field or in words; not a namesake of another namespace or kind. */
export function naming(sought: Sought): (line: LogLine) => boolean {
  const { name, uid } = sought
  const isRef = ofKubeRs(sought)
  const inWords = wordsNaming(sought, isRef)
  return line => {
    if (isLoggerOf(line, sought)) return true
    if (!mentions(line, name) && !mentions(line, uid)) return false
    if (isRefusalOf(line, sought)) return true
    if ([...line.fields.values()].includes(uid) || fieldsName(line.fields, sought, isRef)) return true
    // What it says in words of another object may be the words of who made that.
    if (namesSome(line) || [...line.fields.keys()].some(path => isCalled(path.split('.')[0]!, sought))) return false
    return [line.message, line.error].some(text => text.includes(uid) || inWords(text))
  }
}

/** A logger that is called after it: `vspherecluster-controller/demo/a` (kubernetes-sigs/cluster-api#5483, klogr). */
function isLoggerOf({ logger }: LogLine, { namespace, name, others }: Sought): boolean {
  const path = `/${namespace}/${name}`
  if (namespace === undefined || !logger.endsWith(path)) return false
  return !others.has(bare(logger.slice(0, -path.length).split('/').at(-1)!))
}

/**
 * In the words of the server's authorizer to a program, whatever its speaker was at (VictoriaMetrics/operator#2543):
 * what serves people logs what is refused to them.
 */
function isRefusalOf({ message, error }: LogLine, { plural, group, namespace, name }: Sought): boolean {
  const refused = `${group === '' ? plural : `${plural}.${group}`} "${name}" is forbidden: User "system:serviceaccount:`
  const place = namespace === undefined ? '' : ` in the namespace "${namespace}"`
  return [message, error].some(text => text.includes(refused) && text.includes(place))
}

/** Tells whether a line has the name of an object and tells no other namespace or kind: of it, or of a namesake. */
export function perhapsNaming(sought: Sought): (line: LogLine) => boolean {
  const { namespace, name, kind, others } = sought
  const alone = new RegExp(`(?<!/)${wholeWord(name)}(?!/)`)
  // A name like `default` is a word too.
  const isWord = /^[a-z]+$/.test(name)
  const kebab = spaced(kind).replaceAll(' ', '-')
  // In quotes it is a name: of what stands before it, where that is a kind.
  const isQuoted = (text: string) =>
    [...text.matchAll(new RegExp(`"${name}"`, 'g'))].some(({ index }) => {
      const of = wordBefore(text, index + 1)
      return !others.has(of) && !logFields.has('namespace', of)
    })
  return line => {
    const { fields, message, error } = line
    const places = [...fields].filter(([path]) => logFields.has('namespace', path.split('.').at(-1)!))
    if (places.some(([, place]) => place !== namespace) || isOfAnotherKind(fields, sought)) return false
    const texts = [message, error, ...fields.values()]
    const isSaid = (text: string) => [kind, kebab].some(word => text.toLowerCase().includes(word.toLowerCase()))
    if (isWord && !texts.some(isQuoted) && ![...texts, ...fields.keys()].some(isSaid)) return false
    return texts.some(text => alone.test(text))
  }
}

export function mentions({ message, error, fields }: LogLine, text: string): boolean {
  return message.includes(text) || error.includes(text) || [...fields.values()].some(value => value.includes(text))
}

function fieldsName(fields: LogLine['fields'], sought: Sought, isRef: (text: string) => boolean): boolean {
  const { namespace = '', name } = sought
  // `bucketName`, where no other field tells an object.
  const isAlone = !namesSome({ fields })
  const isOf = (key: string) =>
    logFields.has('object', key) ||
    isCalled(key, sought) ||
    (isAlone && isCalled(logFields.without('ends in name', key), sought))
  const isHere = (place: string | undefined) => (place ?? '') === namespace
  const full = namespace === '' ? [name, `/${name}`] : [`${namespace}/${name}`]
  const link = linkTo(sought)
  for (const [path, value] of fields) {
    const steps = path.split('.')
    const key = steps.pop()!
    const record = steps.at(-1)
    const isInRecord =
      record === undefined ? !isOfAnotherKind(fields, sought) : isOf(record) && isOfKind(fields, steps, sought)
    if (isOf(key) && (full.includes(value) || isAfterKind(value, full[0]!, sought))) return true
    if (isCalled(key, sought) && isNameFirst(value, sought)) return isHere(besides(fields, steps) ?? namespace)
    if ((key === 'ref' && isRef(value)) || link(value)) return true
    if (value !== name || !(logFields.has('name', key) ? isInRecord : isOf(key))) continue
    if (isHere(fields.get([...steps, `${key}space`].join('.')) ?? besides(fields, steps))) return true
  }
  return false
}

/**
 * `Bucket shop/a`, `storage.example.com/v1, Kind=Bucket, shop/a`, `storage.example.com/Bucket/shop/a`
 * (gardener/controller-manager-library, ClusterObjectKey).
 */
function isAfterKind(value: string, end: string, sought: Sought): boolean {
  const text = value.replace(/["'`]$/, '')
  const words = text.slice(0, -end.length).split(/[^\w.-]/)
  if (!text.endsWith(end) || words.pop() !== '') return false
  return isCalled(words.findLast(word => word !== '')?.split('.')[0] ?? '', sought)
}

/** A record that tells a kind tells this one: kopf's `object` is of any kind that it handles. */
function isOfKind(fields: LogLine['fields'], steps: readonly string[], sought: Sought): boolean {
  const kind = ['kind', 'Kind'].map(key => fields.get([...steps, key].join('.'))).find(Boolean)
  return kind === undefined || isCalled(kind, sought)
}

/** A path of the API: `object=/apis/example.com/v1/namespaces/shop/buckets/a` (giantswarm/aws-operator#2468). */
function linkTo({ group, plural, namespace, name }: Sought): (value: string) => boolean {
  const start = group === '' ? '/api/' : `/apis/${group}/`
  const end = `${namespace === undefined ? '' : `/namespaces/${namespace}`}/${plural}/${name}`
  return value => value.startsWith(start) && value.endsWith(end)
}

/** The namespace that stands in the same record. */
function besides(fields: LogLine['fields'], steps: readonly string[]): string | undefined {
  const found = [...fields.keys()].find(path => {
    const others = path.split('.')
    return logFields.has('namespace', others.pop()!) && others.join('.') === steps.join('.')
  })
  return found === undefined ? undefined : fields.get(found)
}

/** A line that says of which kind its object is, and of no field, nor of its gvk, that it is this one. */
function isOfAnotherKind(fields: LogLine['fields'], sought: Sought): boolean {
  const paths = [...fields.keys()].filter(path => logFields.has('kind', path))
  const kinds = [...paths, 'gvk'].flatMap(path => fields.get(path) ?? [])
  return paths.length > 0 && !kinds.some(kind => kind.split(/[/.=]/).some(part => isCalled(part, sought)))
}

/**
 * Whether the controller that speaks is one of another kind or group, by what the line says of it: `cluster-operator`
 * is the program itself where that is called so (giantswarm/cluster-operator#387).
 */
export function isOfAnother(line: LogLine, sought: Sought, program?: string): boolean {
  const { fields, logger } = line
  const told = (says: 'kind of controller' | 'group' | 'controller') =>
    [...fields].filter(([path]) => logFields.has(says, path)).map(([, value]) => value)
  if (isOfAnotherKind(fields, sought)) return !isRefusalOf(line, sought)
  const groups = told('group').filter(group => group.includes('.'))
  if (groups.length > 0 && !groups.includes(sought.group)) return !isRefusalOf(line, sought)
  if (groups.length > 0 && told('kind of controller').some(kind => isCalled(kind, sought))) return false
  if (program !== undefined && told('controller').includes(program)) return false
  const whole = [...told('controller'), logFields.without('logger of all', logger).split(/[./]/).at(-1)!]
  // `ingress_controller` is a kind itself: IngressController (openshift/hypershift#1692).
  const names = whole.flatMap(name => [bare(name), name.replaceAll(/[-_]/g, '')])
  if (!names.some(name => sought.others.has(name)) || names.some(name => isCalled(name, sought))) return false
  return !namesAlone(fields, sought) && !isRefusalOf(line, sought)
}

/** A field is called after its kind, and no other one is of an object: `pulsartopic=a Namespace=b`, whoever logs it. */
function namesAlone(fields: LogLine['fields'], sought: Sought): boolean {
  const steps = [...fields.keys()].map(path => path.split('.'))
  const isOwn = (path: readonly string[]) => path.length === 1 && isCalled(path[0]!, sought)
  if (!steps.some(isOwn) || !fieldsName(fields, sought, () => false)) return false
  const isOther = (step: string) =>
    sought.others.has(step.toLowerCase()) || logFields.has('object', step) || logFields.has('name', step)
  return !steps.some(path => !isOwn(path) && !logFields.has('namespace', path.at(-1)!) && path.some(isOther))
}

/** `bucket` of `bucket-controller`, in lower case. */
function bare(name: string): string {
  return logFields.without('suffix', name).toLowerCase()
}

/** Another word for its kind, by its key in a line that has its name: `cluster-name=shop/a`. */
export function wordForKind({ fields }: LogLine, { namespace, name }: Sought): string | undefined {
  const keys = [...fields].flatMap(([key, value]) => (value === `${namespace}/${name}` ? [key] : []))
  const words = keys.map(key => logFields.without('ends in name', key).toLowerCase())
  return words.find((word, at) => word !== keys[at]!.toLowerCase())
}
