import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'

const root = resolve(import.meta.dirname, '..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')

/** Files that are, or would be, committed. */
function ownFiles(): string[] {
  const args = ['ls-files', '--cached', '--others', '--exclude-standard', '-z']
  const listed = execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\0')
  return listed.filter(path => path !== '' && existsSync(join(root, path)))
}

/** In pieces, so that this file does not name them itself. */
const MACHINE_PATHS = new RegExp(`(^|[\\s'"\`=:(])/(${['work', 'farm', 'root'].join('|')})/`)
const REGISTRIES = new RegExp(
  [
    ['registry', 'npmjs'],
    ['registry', 'yarnpkg'],
    ['proxy', 'golang'],
    ['sum', 'golang'],
    ['deb', 'debian'],
  ]
    .map(([host, domain]) => `${host}\\.${domain}\\.`)
    .join('|'),
)

const repository = suite('the repository')

repository('names no path of one machine and no registry', () => {
  const naming = ownFiles().filter(path => {
    const text = read(path)
    return MACHINE_PATHS.test(text) || REGISTRIES.test(text)
  })
  assert.equal(naming, [])
})

repository('would notice such a name', () => {
  for (const name of ['work', 'farm', 'root']) {
    assert.ok(MACHINE_PATHS.test(`cd /${name}/main`), name)
    assert.ok(MACHINE_PATHS.test(`'/${name}/x'`), name)
  }
  assert.ok(REGISTRIES.test(`https://${['registry', 'npmjs', 'org'].join('.')}/x`))
  assert.not(MACHINE_PATHS.test('docs/work/main'))
})

repository('has a lockfile that says what to install and not from where', () => {
  const { packages } = JSON.parse(read('package-lock.json'))
  assert.equal(
    Object.keys(packages).filter(path => packages[path].resolved !== undefined && !packages[path].link),
    [],
  )
  // This repository's own packages are where they are.
  const fetched = Object.keys(packages).filter(path => path.startsWith('node_modules/') && !packages[path].link)
  assert.equal(
    fetched.filter(path => packages[path].integrity === undefined),
    [],
  )
})

repository('has a lockfile for every kind of machine, without which npm ci refuses all', () => {
  const { packages } = JSON.parse(read('package-lock.json')) as {
    packages: Record<string, { optionalDependencies?: object }>
  }
  const missing = Object.entries(packages).flatMap(([path, entry]) =>
    Object.keys(entry.optionalDependencies ?? {}).filter(
      name => !(`node_modules/${name}` in packages) && !(`${path}/node_modules/${name}` in packages),
    ),
  )
  assert.equal(missing, [])
})

repository('has the two commands that its README begins with', () => {
  const firstScreen = read('README.md').split('\n').slice(0, 40).join('\n')
  const { scripts } = JSON.parse(read('package.json'))
  for (const command of ['npm start', 'npm test']) {
    assert.ok(firstScreen.includes(command), command)
    assert.ok(scripts[command.replace('npm ', '')], command)
  }
})

repository('has scripts that run what is there', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
  const named = Object.values(scripts).flatMap(line => line.match(/\bscripts\/[\w/.-]+/g) ?? [])
  assert.equal(
    named.filter(path => !existsSync(join(root, path))),
    [],
  )
})

repository.run()
