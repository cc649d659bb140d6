import type { KubeObject } from '../api/object.ts'
import { counted, firstOf, placedText } from '../api/object-text.ts'
import { volumeNameOf } from '../api/volume-name.ts'
import type { Saved } from '../plan/rescue/rescue.ts'
import type { ShownNamespaceRescue, ShownRescue, ShownUnit } from '../plan/sections.ts'
import { planLine } from './hanging.ts'
import { inWords } from './words/in-words.ts'

/** Dependents and instances that are named; the rest is counted. */
const MAX_NAMED = 12

type Line = (label: string, text: string) => string[]

/** What holds the object, what is lost already, and each thing that will be done, in its order. */
export function formatRescuePlan(shown: ShownRescue, width: number | undefined): string {
  const { units, continues, isSaved } = shown
  const line: Line = (label, text) => planLine(label, text, width)
  const first = units.map(({ object }) => textOf(object))
  const what = isSaved
    ? 'exists again; restores what was changed for the rescue'
    : 'removes its finalizers and creates it again, with a new uid'
  const lines = [
    `${firstOf(first, MAX_NAMED)}: ${what}`,
    ...(continues === undefined ? [] : line('continues', `run ${continues}`)),
    ...(isSaved ? setBack(shown, line) : steps(shown, line)),
  ]
  return lines.map(text => `${text}\n`).join('')
}

/** What is left to do where the object exists again. */
function setBack({ stopped, volumes }: ShownRescue, line: Line): string[] {
  return [
    ...stopped.flatMap(({ object }) => line('starts', `${textOf(object)}, as it ran before`)),
    ...unretained(volumes).flatMap(({ object }) =>
      line('sets', `${textOf(object)}: persistentVolumeReclaimPolicy ${policyOf(object)}`),
    ),
  ]
}

function steps(shown: ShownRescue, line: Line): string[] {
  const { units, volumes, controllers, stopped, dependents, causes, lost, missing } = shown
  const { references = [], rejected = [] } = shown
  const idle = controllers.filter(each => !stopped.includes(each))
  return [
    ...causes.flatMap(({ code, summary }) => line('because', `${code}: ${inWords(summary)}`)),
    ...[...lost, ...missing].flatMap(text => line('lost', inWords(text))),
    ...stopped.flatMap(({ object }) => line('stops', `${textOf(object)}: ${stopText(object)}`)),
    ...rejected.flatMap(text => line('while', inWords(text))),
    ...idle.flatMap(({ object }) => line('watches', `${textOf(object)}: it is already stopped, and must stay stopped`)),
    ...unretained(volumes).flatMap(({ object }) =>
      line(
        'retains',
        `${textOf(object)}: persistentVolumeReclaimPolicy Retain, and ${policyOf(object)} again at the end`,
      ),
    ),
    ...listed(dependents, 'releases', line, 'it owns, and owns again at the end'),
    ...units.flatMap(({ object }) =>
      line('removes', `${(object.metadata.finalizers ?? []).join(', ') || 'no finalizer'} of ${textOf(object)}`),
    ),
    ...units.flatMap(unit => line('creates', `${textOf(unit.object)}, with ${withText(unit)}`)),
    ...references.flatMap(({ object, field }) => line('writes', `the new uid into ${field} of ${textOf(object)}`)),
  ]
}

function unretained(volumes: ShownRescue['volumes']): ShownRescue['volumes'] {
  return volumes.filter(({ object }) => policyOf(object) !== 'Retain')
}

function policyOf(object: KubeObject): string | undefined {
  return (object.spec as { persistentVolumeReclaimPolicy?: string } | undefined)?.persistentVolumeReclaimPolicy
}

function stopText({ kind }: KubeObject): string {
  if (kind === 'Job') return 'suspended, and resumed at the end; its Pods then begin from the start'
  return kind === 'CronJob' ? 'suspended, and resumed at the end' : 'scaled to zero, and back at the end'
}

/** What the server is sent of it, in words: its own fields, and of the metadata what it has. */
function withText({ object, hasStatus, created }: ShownUnit): string {
  const { metadata, ...fields } = created
  const names = Object.keys(fields).filter(name => !['apiVersion', 'kind', 'status'].includes(name))
  const { labels = {}, annotations = {}, finalizers = [], ownerReferences = [] } = metadata
  const parts = [
    ...names.toSorted(),
    ...(Object.keys(labels).length > 0 ? ['labels'] : []),
    ...(Object.keys(annotations).length > 0 ? ['annotations'] : []),
    ...(ownerReferences.length > 0
      ? [`owner ${ownerReferences.map(({ kind, name }) => `${kind.toLowerCase()}/${name}`).join(', ')}`]
      : []),
    ...(finalizers.length > 0 ? [`finalizers ${finalizers.join(', ')}`] : []),
    ...(hasStatus ? ['its status afterwards'] : []),
  ]
  const volume = volumeNameOf(object)
  return `its ${parts.join(', ') || 'name'}${volume === undefined ? '' : `; it is bound to persistentvolume/${volume} again`}`
}

function listed(all: readonly Saved[], label: string, line: Line, what: string): string[] {
  if (all.length === 0) return []
  const names = all.map(({ object }) => textOf(object))
  return line(label, `${counted(all.length, 'object')} that ${what}: ${firstOf(names, MAX_NAMED)}`)
}

function textOf({ kind, metadata: { name, namespace } }: KubeObject): string {
  return placedText({ kind, name, namespace })
}

/** Of a kind of line; the rest is counted, for each has a step of its own. */
const MAX_LINES = 40

/** What is done with a namespace, in lines of a label and a text each. */
export function formatNamespaceRescue({ title, lines }: ShownNamespaceRescue, width: number | undefined): string {
  const line = (label: string, text: string): string[] => planLine(label, text, width)
  const all = [
    inWords(title),
    ...lines.flatMap(([label, texts, noun]) => [
      ...texts.slice(0, MAX_LINES).flatMap(text => line(label, inWords(text))),
      ...(texts.length > MAX_LINES ? line(label, `${counted(texts.length - MAX_LINES, noun)} more`) : []),
    ]),
  ]
  return all.map(text => `${text}\n`).join('')
}
