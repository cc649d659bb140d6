import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { dirname, join as joined } from 'node:path/posix'
import { importsOf, without } from '../../test/import-rules.ts'

/** What diagnoses a cluster: the recorder stands before it. */
const DIAGNOSES = 'src/operations/inspect/diagnose-cluster.ts'

/** Unit test files from whose imports one comes to the diagnosis of a cluster, as suites of the corpus are called: these may have incidents. */
export function diagnosingSuites(root: string): readonly string[] {
  const importers = importersIn(root)
  const reached = new Set([DIAGNOSES])
  // A set is walked as it grows.
  for (const path of reached) for (const importer of importers.get(path) ?? []) reached.add(importer)
  return [...reached].flatMap(path => suiteOf(path) ?? []).sort()
}

/** `diagnosis/logs` of `test/diagnosis/logs.test.ts`. */
function suiteOf(path: string): string | undefined {
  const isTest = path.startsWith('test/') && path.endsWith('.test.ts')
  return isTest ? path.slice('test/'.length, -'.test.ts'.length) : undefined
}

/** By file, those that import its code; types are none. */
function importersIn(root: string): ReadonlyMap<string, readonly string[]> {
  const importers = new Map<string, string[]>()
  for (const folder of ['src', 'test']) {
    for (const file of readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })) {
      if (!file.endsWith('.ts') || file.endsWith('/shipped-data.ts')) continue
      const path = joined(folder, file.replaceAll('\\', '/'))
      for (const { from, typeOnly } of importsOf(without('comments', readFileSync(join(root, path), 'utf8')))) {
        if (typeOnly || !from.startsWith('.')) continue
        const target = joined(dirname(path), from)
        importers.set(target, [...(importers.get(target) ?? []), path])
      }
    }
  }
  return importers
}
