import { createHash } from 'node:crypto'
import { mkdtemp, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { runAction } from '../../test/e2e/integrations/action-steps.ts'
import type { Practice } from './practice.ts'

/** The summary that the action for GitHub gives its job, when a namespace is still there at the timeout: Markdown. */
export async function actionSummary({ folder, program, env, run }: Practice): Promise<string> {
  const sha256 = createHash('sha256')
    .update(await readFile(program))
    .digest('hex')
  const temp = await mkdtemp(join(folder, 'runner-'))
  const given = { url: pathToFileURL(program).href, sha256, objects: 'namespace/reports', timeout: '1s' }
  const { summary, stderr } = await runAction(given, temp, (args, options) =>
    run('bash', args, { ...options.env, PATH: env.PATH! }),
  )
  if (summary === '') throw new Error(`the action wrote no summary: ${stderr}`)
  return summary
}
