import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { parse } from 'yaml'

const read = (path: string): string => readFileSync(resolve(import.meta.dirname, '../../../integrations', path), 'utf8')

/** The lines that a pipeline gives to its shell. */
export interface Pipeline {
  readonly script: readonly string[]
  /** What runs when they failed. */
  readonly after: string
}

export function gitlab(): Pipeline {
  const { 'stop-review': job } = parse(read('gitlab/.gitlab-ci.yml')) as {
    'stop-review': { readonly script: readonly string[]; readonly after_script: readonly string[] }
  }
  return { script: job.script, after: job.after_script[0]! }
}

export function jenkins(): Pipeline {
  const lines = [...read('jenkins/Jenkinsfile').matchAll(/^ *sh '([^']*)'$/gm)].map(([, line]) => line!)
  return { script: lines.slice(0, -1), after: lines.at(-1)! }
}

interface Toolset {
  readonly tools: readonly { readonly name: string; readonly command: string }[]
  readonly prerequisites: readonly [{ readonly command: string }]
}

export function holmesgpt(): Toolset {
  const { toolsets } = parse(read('holmesgpt/toolset.yaml')) as { toolsets: { 'kubectl-finalize': Toolset } }
  return toolsets['kubectl-finalize']
}

/** A command of the toolset with its parameters, each quoted as HolmesGPT does: by Python's shlex.quote. */
export function asHolmesRuns(command: string, given: Readonly<Record<string, string>>): string {
  const quoted = (text: string) => `'${text.replaceAll("'", `'"'"'`)}'`
  return command.replaceAll(/\{\{ (\w+) \}\}/g, (_all, name) => quoted(given[name]!))
}
