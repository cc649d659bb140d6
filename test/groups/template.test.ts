import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { documentOf } from '../../src/groups/document/parse-documents.ts'
import { resolveTemplate } from '../../src/groups/template/template.ts'
import { cache, refusal } from './asked.ts'

const test = suite('templates')

const SPEC = {
  tier: 'Gold',
  size: 3,
  ratio: 0.5,
  on: true,
  none: null,
  empty: '',
  zero: 0,
  list: ['a'],
  deep: { er: { x: 'y' } },
}
const { object } = cache({ spec: SPEC })
const resolve = (text: string) => resolveTemplate(documentOf({ text }, 'order.yaml').at('text')!, object)

const TEXTS: Record<string, string> = {
  plain: 'plain',
  ' not trimmed }} ': ' not trimmed }} ',
  '{{ .metadata.name }}': 'c1',
  '{{.metadata.name}}-{{ .metadata.namespace }}': 'c1-shop',
  '{{ $.metadata.name }}': 'c1',
  ' {{ .metadata.name }} ': 'c1',
  'a {{- " b " -}} c': 'a b c',
  '{{ .spec.deep.er.x }}': 'y',
  '{{ .spec.size }}{{ .spec.ratio }}{{ .spec.on }}': '30.5true',
  '{{ .spec.tier | lower }}': 'gold',
  '{{ lower .spec.tier | upper }}': 'GOLD',
  '{{ lower (upper .spec.tier) }}': 'gold',
  '{{ trim "  x " }}': 'x',
  '{{ .spec.absent | default "d" }}': 'd',
  '{{ .spec.none | default "d" }}': 'd',
  '{{ .spec.empty | default `raw` }}': 'raw',
  '{{ default 5 .spec.zero }}': '5',
  '{{ .spec.tier | default "d" }}': 'Gold',
  '{{ printf "%s-%d-%v%%" .spec.tier .spec.size .spec.on }}': 'Gold-3-true%',
  '{{ "}}" }}': '}}',
  '{{ "a\\"b" }}': 'a"b',
}

test('are filled from the resource, and text without braces stands for itself', () => {
  for (const [text, expected] of Object.entries(TEXTS)) assert.is(resolve(text), expected, text)
})

const REFUSED: Record<string, string> = {
  '{{ .spec.absent }}': 'no .spec.absent',
  '{{ .spec.none }}': 'no .spec.none',
  'x-{{ .spec.tier.deeper }}': 'no .spec.tier.deeper',
  '{{ .spec.constructor }}': 'no .spec.constructor',
  '{{ .metadata.name.length }}': 'no .metadata.name.length',
  '{{ lower .spec.absent }}': 'no .spec.absent',
  '{{ .spec.list }}': 'is a list',
  '{{ .spec }}': 'is a map',
  '{{ . }}': 'is a map',
  '{{ .inputs.x | default "d" }}': 'only the running operator knows .inputs.x',
  '{{ .children.deployment.name }}': 'only the running operator',
  '{{ index .metadata.labels "a" }}': '"index" cannot be replayed',
  '{{ toString .spec.size }}': '"toString" cannot be replayed',
  '{{ if .spec.on }}a{{ end }}': '"if" cannot be replayed',
  '{{ .spec.size | lower 2 }}': 'takes 1 values, not 2',
  '{{ default "a" }}': 'takes 2 values, not 1',
  '{{ .metadata.name "x" }}': 'as if it were a function',
  '{{ "x" | .metadata.name }}': 'as if it were a function',
  '{{ printf "%d" .spec.tier }}': '%d has no value',
  '{{ printf "%s" }}': '%s has no value',
  '{{ printf "x" .spec.tier }}': 'more values',
  '{{ printf "%q" .spec.tier }}': '%q has no value',
  '{{ .metadata.name': '"{{" has no "}}"',
  '{{ }}': 'a value is missing',
  '{{ .metadata.name | }}': 'a value is missing',
  '{{ (.metadata.name }}': 'has no ")"',
  '{{ .metadata.name) }}': 'has no "("',
  '{{ .spec.my-field }}': 'is not understood',
  '{{ $x := 1 }}': 'is not understood',
  '{{ "\\q" }}': 'escape',
  '{{/* comment */}}': 'is not understood',
}

test('that need a missing field or anything unknown are refused, never filled with nothing', () => {
  for (const [text, why] of Object.entries(REFUSED)) {
    const said = refusal(() => resolve(text))
    assert.ok(said.includes(why), `${text} said ${said}`)
  }
})

test.run()
