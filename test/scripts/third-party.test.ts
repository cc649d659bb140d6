import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { packagesOf } from '../../scripts/build/third-party.ts'

const packages = suite('the packages in a bundle')

packages('are told from its files, each once, nested and scoped ones too', () => {
  const files = [
    '/p/src/main.ts',
    '/p/node_modules/yaml/dist/index.js',
    '/p/node_modules/yaml/dist/parse.js',
    '/p/node_modules/@colors/colors/safe.js',
    '/p/node_modules/wrap-ansi/node_modules/strip-ansi/index.js',
  ]
  assert.equal(packagesOf(files), [
    '/p/node_modules/@colors/colors',
    '/p/node_modules/wrap-ansi/node_modules/strip-ansi',
    '/p/node_modules/yaml',
  ])
})

packages.run()
