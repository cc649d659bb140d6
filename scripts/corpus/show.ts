import { inspect } from 'node:util'
import type { Fact } from '../../src/api/fact.ts'
import { type Changed, changedIn } from './compare.ts'
import { readSuite, suiteNames, writeAnswers } from './corpus-files.ts'
import { type Difference, differencesText, KINDS } from './differences.ts'
import type { Input } from './input.ts'
import { queryName } from './query-name.ts'

/** Entries whose name contains the text. */
export function entriesNamed(text: string): readonly { readonly suite: string; readonly test: string }[] {
  return suiteNames().flatMap(suite =>
    Object.keys(readSuite(suite).inputs)
      .filter(test => `${suite} > ${test}`.includes(text))
      .map(test => ({ suite, test })),
  )
}

/** The facts and the answer of the entry of this name, whole objects too where there is only one; else the names of all that it may be. */
export function show(text: string): string {
  const named = entriesNamed(text)
  const only =
    named.find(({ suite, test }) => `${suite} > ${test}` === text) ?? (named.length === 1 ? named[0] : undefined)
  if (only === undefined)
    return named.map(({ suite, test }) => `${suite} > ${test}`).join('\n') || `no entry has ${text} in its name`
  const { inputs, answers } = readSuite(only.suite)
  return [
    `${only.suite} > ${only.test}`,
    inputText(inputs[only.test]!),
    `answer\n${JSON.stringify(answers[only.test], undefined, 2)}`,
  ].join('\n\n')
}

function inputText(input: Input): string {
  const { now, asked, terminating, unreadable, catalogue, facts, cluster } = input
  const there = Object.entries(cluster).map(([resource, fact]) => `${resource} ${briefly(fact)}`)
  return [
    `now ${now}`,
    `asked for\n${whole(asked.map(at => terminating[at]))}`,
    `also terminating\n${terminating
      .filter((_, at) => !asked.includes(at))
      .map(({ ref }) => `  ${ref.resource} ${ref.namespace ?? ''} ${ref.name}`)
      .join('\n')}`,
    `not read by the survey\n${whole(unreadable)}`,
    `own catalogue\n${whole(catalogue)}`,
    ...facts.map(({ query, fact }) => `fact ${queryName(query)}\n${whole(fact)}`),
    `there beside: ${there.join(', ')}`,
  ].join('\n\n')
}

function briefly(fact: Fact<unknown>): string {
  return fact.state === 'known' ? String((fact.value as readonly unknown[]).length) : fact.state
}

/** Of managed fields only who wrote them. */
function whole(value: unknown): string {
  const brief = JSON.parse(JSON.stringify(value, (key, each) => (key === 'fieldsV1' ? '…' : each)) ?? 'null')
  return inspect(brief, { depth: 12, maxArrayLength: 50, breakLength: 140, compact: 4 })
}

/** What the sources answer differently in the entries whose name contains the text, and how many differences of each kind that are. */
export function diff(text: string): { readonly changed: readonly Changed[]; readonly text: string } {
  const changed = changedEntries(text)
  return { changed, text: [...changed.map(changedText), summary(changed)].join('\n') }
}

export function changedText({ suite, test, differences }: Changed): string {
  return `${suite} > ${test}\n${differencesText(differences)}\n`
}

/** How many entries, and how many differences of each kind. */
export function summary(changed: readonly Changed[]): string {
  if (changed.length === 0) return 'no entry is answered differently'
  const all: readonly Difference[] = changed.flatMap(({ differences }) => differences)
  const counts = KINDS.map(kind => [kind, all.filter(each => each.kind === kind).length] as const)
  const told = counts.flatMap(([kind, count]) => (count === 0 ? [] : [`${kind} ${count}`]))
  return `${changed.length} entries are answered differently: ${told.join(', ')}`
}

/** Writes what the sources answer into the files of those entries. */
export function accept(text: string): string {
  const changed = changedEntries(text)
  for (const [name, entries] of Map.groupBy(changed, ({ suite }) => suite)) {
    const { inputs, answers } = readSuite(name)
    const now = new Map(entries.map(({ test, now }) => [test, now]))
    writeAnswers(name, Object.fromEntries(Object.keys(inputs).map(test => [test, now.get(test) ?? answers[test]!])))
  }
  return summary(changed).replace('are answered differently', 'accepted')
}

function changedEntries(text: string): readonly Changed[] {
  return suiteNames()
    .flatMap(changedIn)
    .filter(({ suite, test }) => `${suite} > ${test}`.includes(text))
}
