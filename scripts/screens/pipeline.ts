import { gitlab, jenkins, type Pipeline } from '../../test/e2e/integrations/snippets.ts'
import type { Practice } from './practice.ts'

/** The log of the job, up to the line that fails it. */
async function log({ script }: Pipeline, { run }: Practice): Promise<string> {
  const lines: string[] = []
  for (const line of script) {
    const { code, stdout } = await run('sh', ['-ec', `exec 2>&1\n${line}`], { REVIEW_NAMESPACE: 'reports' })
    lines.push(`$ ${line}`, stdout.trimEnd())
    if (code === 0) continue
    return [...lines, `exit code ${code}: the job fails`].join('\n')
  }
  throw new Error('no line of the pipeline failed')
}

/** What GitLab's job and Jenkins' stage print: the same. Rejects where it is not. */
export async function pipelineLog(on: Practice): Promise<string> {
  const [ours, theirs] = [await log(gitlab(), on), await log(jenkins(), on)]
  const same = (text: string) => text.replaceAll(/\d{4}-\S+Z|read in \S+ s/g, '')
  if (same(ours) !== same(theirs)) throw new Error(`GitLab's log and Jenkins' differ:\n${ours}\n\n${theirs}`)
  return ours
}
