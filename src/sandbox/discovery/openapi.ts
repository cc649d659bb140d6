import type { Warned } from '../answer/answer.ts'
import type { Server } from '../server.ts'
import { type DiscoveredVersion, discoveredGroups } from './groups.ts'

/**
 * OpenAPI with just enough for stock kubectl: that PATCH takes `fieldValidation`, so that create and apply leave
 * validation to the server instead of asking for schemas.
 */
export function openapiRoot(server: Server): Warned {
  const paths = discoveredGroups(server).flatMap(({ name, versions }) =>
    versions
      .filter(({ stale }) => !stale)
      .map(({ version }) => {
        const path = name === '' ? `api/${version}` : `apis/${name}/${version}`
        return [path, { serverRelativeURL: `/openapi/v3/${path}` }] as const
      }),
  )
  return json({ paths: Object.fromEntries(paths) })
}

/** `/openapi/v3/api/v1` and `/openapi/v3/apis/<group>/<version>`; undefined for any other. */
export function openapiVersion(server: Server, path: string): Warned | undefined {
  const [root, ...rest] = path.split('/')
  const [group, version] = root === 'api' ? ['', rest[0]] : [rest[0] ?? '', rest[1]]
  const found = discoveredGroups(server)
    .filter(({ name }) => name === group)
    .flatMap(({ versions }) => versions)
    .find(candidate => candidate.version === version)
  if (found === undefined) return undefined
  return json({ openapi: '3.0.0', info: info(server), paths: pathsOf(found, `/${path}`), components: { schemas: {} } })
}

/** `/openapi/v2`: no definition at all; kubectl asks for it only after v3 did not help. */
export function openapiV2(server: Server): Warned {
  return json({ swagger: '2.0', info: info(server), paths: {}, definitions: {} })
}

function pathsOf({ types }: DiscoveredVersion, root: string): Record<string, unknown> {
  return Object.fromEntries(
    types.map(type => {
      const scope = type.namespaced ? '/namespaces/{namespace}' : ''
      const patch = {
        operationId: `patch${type.kind}`,
        parameters: [{ name: 'fieldValidation', in: 'query', schema: { type: 'string', uniqueItems: true } }],
        responses: {},
        'x-kubernetes-action': 'patch',
        'x-kubernetes-group-version-kind': { group: type.group, version: type.version, kind: type.kind },
      }
      return [`${root}${scope}/${type.plural}/{name}`, { patch }]
    }),
  )
}

function info(server: Server): unknown {
  return { title: 'Kubernetes', version: server.version }
}

function json(value: unknown): Warned {
  return { kind: 'json', status: 200, value }
}
