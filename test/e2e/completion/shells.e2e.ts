import { spawnSync } from 'node:child_process'
import { existsSync, writeFileSync } from 'node:fs'
import { delimiter, join, resolve } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { namespace, run, runProgram } from '../rig/rig.ts'
import { installedFolder } from './folder.ts'
import { inTime } from './in-time.ts'
import { stuckConfigMap } from './stuck.ts'

const test = suite('shells complete kubectl-finalize')
const folder = installedFolder()
const env = { PATH: [folder, process.env.PATH ?? ''].join(delimiter) }

function shell(name: string) {
  const found = spawnSync(name, ['-c', 'true']).status === 0
  return found ? test : test.skip
}

/** The script that the program prints for a shell, as a file. */
async function scriptFor(name: string): Promise<string> {
  const { code, stdout } = await run(['completion', name])
  assert.is(code, 0)
  const path = join(folder, `script.${name}`)
  writeFileSync(path, stdout)
  return path
}

/** Names that would be commands where anybody evaluated them. */
async function kubeconfig(): Promise<string> {
  const path = join(folder, 'kubeconfig')
  const names = ['a:b=c', `$(touch\${IFS}${folder}/evaluated)`, `;touch\${IFS}${folder}/evaluated`]
  writeFileSync(path, JSON.stringify({ contexts: names.map(name => ({ name, context: {} })) }))
  return path
}

shell('bash')('bash', async () => {
  const place = await namespace()
  const stuck = await stuckConfigMap(place, 'example.com/a')
  const script = await scriptFor('bash')
  const complete = async (lines: readonly string[], KUBECONFIG?: string) => {
    const args = [resolve(import.meta.dirname, 'complete.bash'), script, ...lines]
    const ran = await runProgram('bash', args, { env: { ...env, ...(KUBECONFIG !== undefined && { KUBECONFIG }) } })
    assert.equal({ code: ran.code, stderr: ran.stderr }, { code: 0, stderr: '' })
    return ran.stdout.trimEnd().split('\n')
  }
  const offered = await complete([
    'kubectl-finalize expl',
    'kubectl-finalize list -o ',
    'kubectl-finalize list --output=y',
    `kubectl-finalize list --kubeconfig ${folder}/kubectl_com`,
    'kubectl-finalize list --bogus ',
  ])
  assert.equal(offered.slice(0, 3), ['explain', 'json name wide yaml', 'yaml'])
  assert.is(offered[3], join(folder, 'kubectl_complete-finalize'))
  // Each by itself: two of them are seldom both in time on a busy machine.
  for (const [line, expected] of [
    [`kubectl-finalize explain -n ${place} cm/`, `cm/${stuck}`],
    [`kubectl-finalize explain --namespace=${place} cm `, stuck],
  ] as const) {
    const named = await inTime(
      () => complete([line]),
      ([name]) => name !== '',
    )
    assert.equal(named, [expected])
  }
  const contexts = await complete(
    ['kubectl-finalize list --context ', 'kubectl-finalize list --context=a:'],
    await kubeconfig(),
  )
  assert.ok(contexts[0]!.includes('a:b=c \\$\\(touch'), contexts[0])
  assert.is(contexts[1], 'b=c')
  assert.not(existsSync(join(folder, 'evaluated')))
})

shell('zsh')('zsh', async () => {
  const place = await namespace()
  const stuck = await stuckConfigMap(place, 'example.com/a')
  const script = await scriptFor('zsh')
  const lines = [
    'kubectl-finalize expl',
    'kubectl-finalize list --output=y',
    `kubectl-finalize explain -n ${place} cm/`,
    `kubectl-finalize list --kubeconfig ${folder}/kubectl_com`,
    `kubectl-finalize list --kubeconfig=${folder}/kubectl_com`,
    'kubectl-finalize list -oj',
  ]
  const args = [resolve(import.meta.dirname, 'complete.zsh'), script, join(folder, 'line'), ...lines]
  const { code, stdout } = await inTime(
    () => runProgram('zsh', args, { env }),
    ran => ran.stdout.includes(stuck),
  )
  assert.is(code, 0)
  assert.equal(
    stdout
      .split('\n')
      .map(line => line.trimEnd())
      .slice(0, -1),
    [
      'kubectl-finalize explain',
      'kubectl-finalize list --output=yaml',
      `kubectl-finalize explain -n ${place} cm/${stuck}`,
      `kubectl-finalize list --kubeconfig ${folder}/kubectl_complete-finalize`,
      `kubectl-finalize list --kubeconfig=${folder}/kubectl_complete-finalize`,
      'kubectl-finalize list -ojson',
    ],
  )
})

shell('fish')('fish', async () => {
  const place = await namespace()
  const stuck = await stuckConfigMap(place, 'example.com/a')
  const script = await scriptFor('fish')
  const complete = async (line: string) => {
    const ran = await runProgram('fish', ['-c', `source ${script}; complete -C '${line}'`], { env })
    assert.equal({ code: ran.code, stderr: ran.stderr }, { code: 0, stderr: '' })
    return ran.stdout
      .trimEnd()
      .split('\n')
      .map(each => each.split('\t')[0])
  }
  assert.equal(await complete('kubectl-finalize expl'), ['explain'])
  assert.equal(
    await complete('kubectl-finalize list --output='),
    ['json', 'name', 'wide', 'yaml'].map(each => `--output=${each}`),
  )
  const named = () => complete(`kubectl-finalize explain -n ${place} cm/`)
  assert.equal(await inTime(named, ([first]) => first !== ''), [`cm/${stuck}`])
  assert.equal(await complete(`kubectl-finalize list --kubeconfig=${folder}/kubectl_com`), [
    `--kubeconfig=${folder}/kubectl_complete-finalize`,
  ])
})

test.run()
