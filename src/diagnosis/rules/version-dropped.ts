import type { V1CustomResourceDefinition } from '@kubernetes/client-node'
import { DEFINITIONS } from '../../api/definitions.ts'
import type { KubeObject } from '../../api/object.ts'
import { serverWords } from '../../api/terminating.ts'
import { message } from '../../messages/sentence.ts'
import { droppedVersion } from '../../statements/stored-objects.ts'
import { type Evidence, type Remedy, toRepair } from '../explanation.ts'
import { commandLine } from '../shell-quote.ts'
import { type Blocker, blocker, type RuleContext, type StuckObject } from '../stuck-object.ts'
import { type Problem, problemsOf } from '../unreadable/problems.ts'

/**
 * Undecodable, for a dropped version: objects are stored in a version that their CRD no longer has, so the type cannot
 * be listed and they cannot be deleted. To be read again, the version must be in the CRD; it need not be served.
 */
export function versionDropped(held: StuckObject, context: RuleContext): readonly Blocker[] {
  return problemsOf(held, context, message => droppedVersion(message) !== undefined).flatMap(problem => {
    const { group, version } = droppedVersion(problem.message)!
    const definition = definitionWithout(group, version, problem, context)
    return definition === undefined ? [] : [holding(definition, version, problem)]
  })
}

/** The error names no type: it is the CRD that the server cannot list for it, or the group's only one that lacks it. */
function definitionWithout(
  group: string,
  version: string,
  { resource }: Problem,
  context: RuleContext,
): Definition | undefined {
  const lacking = definitionsWithout(group, version, context)
  if (lacking === undefined) return undefined
  const named = (name: string) => lacking.find(({ metadata }) => metadata.name === name)
  if (resource !== undefined && named(resource) !== undefined) return named(resource)
  const unlisted = context.unreadable.find(
    each => droppedVersion(serverWords(each))?.version === version && named(each.resource) !== undefined,
  )
  if (unlisted !== undefined) return named(unlisted.resource)
  return lacking.length === 1 ? lacking[0] : undefined
}

/** The CRDs of a group that do not have a version; undefined when they cannot be read. */
export function definitionsWithout(
  group: string,
  version: string,
  { facts }: RuleContext,
): readonly Definition[] | undefined {
  const list = facts.read({ about: 'list', resource: DEFINITIONS })
  if (list.state !== 'known') return undefined
  return (list.value as readonly Definition[]).filter(
    ({ spec }) => spec.group === group && !spec.versions.some(({ name }) => name === version),
  )
}

type Definition = KubeObject & Pick<V1CustomResourceDefinition, 'spec' | 'status'>

function holding({ apiVersion, metadata, spec, status }: Definition, version: string, problem: Problem): Blocker {
  const { name, uid } = metadata
  const has = { versions: spec.versions.map(each => each.name), stored: status?.storedVersions ?? [] }
  const fact = message('VersionsOfDefinition', { definition: name, dropped: version, ...has })
  const stored: Evidence = { fact, source: 'customresourcedefinitions' }
  return blocker('stuck', {
    key: `Undecodable/${name}/${version}`,
    subject: { apiVersion, kind: 'CustomResourceDefinition', resource: DEFINITIONS, name, uid },
    summary: message('VersionDropped', { definition: name, version }),
    evidence: [{ fact: problem.message, source: problem.source }, stored],
    remedies: () => [serveAgain(name, version, spec.conversion?.strategy)],
  })
}

/** With a schema that keeps every field, and not served: for the server to read what is stored, and for no client. */
function serveAgain(name: string, version: string, strategy: string | undefined): Remedy {
  const openAPIV3Schema = { type: 'object', 'x-kubernetes-preserve-unknown-fields': true }
  const value = { name: version, served: false, storage: false, schema: { openAPIV3Schema } }
  const patch = JSON.stringify([{ op: 'add', path: '/spec/versions/-', value }])
  const command = commandLine('kubectl', 'patch', 'customresourcedefinition', name, '--type=json', '-p', patch)
  return toRepair(message('ServeVersionAgain', { version, byWebhook: strategy === 'Webhook' }), [command], 'low')
}
