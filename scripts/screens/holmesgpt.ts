import { asHolmesRuns, holmesgpt } from '../../test/e2e/integrations/snippets.ts'
import type { Practice } from './practice.ts'

const GIVEN = { namespace: 'reports', object: 'buckets.objectstore.example.com/ledger' }
const SHOWN = ['finalize_explain_all', 'finalize_explain_object']

/** What HolmesGPT is answered by the tools that it begins with. */
export async function holmesAnswers({ run }: Practice): Promise<string> {
  const screens: string[] = []
  for (const name of SHOWN) {
    const tool = holmesgpt().tools.find(each => each.name === name)
    if (tool === undefined) throw new Error(`the toolset has no tool ${name}`)
    const command = asHolmesRuns(tool.command, GIVEN)
    const { stdout } = await run('bash', ['-c', `exec 2>&1\n${command}`])
    screens.push(`${name}\n$ ${command}\n${stdout.trimEnd()}`)
  }
  return screens.join('\n\n')
}
