import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { describeFileError, diskFiles } from '../../../src/cluster/kubeconfig/file-reader.ts'

const test = suite('files that have no end')
const withPipes = process.platform === 'win32' ? test.skip : test

function words(path: string): string {
  try {
    return Buffer.from(diskFiles.read(path)).toString()
  } catch (error) {
    return describeFileError(path, error)
  }
}

withPipes('are refused: a pipe that nothing writes to, a device', () => {
  const folder = mkdtempSync(join(tmpdir(), 'kubectl-finalize-endless-'))
  try {
    const pipe = join(folder, 'pipe')
    execFileSync('mkfifo', [pipe])
    assert.is(words(pipe), `open ${pipe}: not a regular file`)
    assert.is(words('/dev/zero'), 'open /dev/zero: not a regular file')
    const [file, link] = [join(folder, 'file'), join(folder, 'link')]
    writeFileSync(file, 'token')
    symlinkSync(file, link)
    assert.equal([words(link), words('/dev/null')], ['token', ''])
    assert.is(words(folder), `read ${folder}: is a directory`)
  } finally {
    rmSync(folder, { recursive: true })
  }
})

withPipes('are not what a shell opened for the program', () => {
  const program = `import { diskFiles } from ${JSON.stringify(join(import.meta.dirname, '../../../src/cluster/kubeconfig/file-reader.ts'))}
    process.stdout.write(diskFiles.read('/dev/stdin'))`
  const script = 'printf config | "$0" --input-type=module -e "$1"'
  assert.is(execFileSync('bash', ['-c', script, process.execPath, program], { encoding: 'utf8' }), 'config')
})

test.run()
