import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { readSource, type SourceFlags, wordsOf } from '../../../src/operations/preflight/sources/source.ts'

const test = suite('the source of a deletion')

const NONE: SourceFlags = {
  filename: [],
  kustomize: undefined,
  helm: undefined,
  argocd: undefined,
  flux: undefined,
  recursive: undefined,
}

test('is named again by the words that a printed command has', () => {
  for (const [flags, expected] of [
    [{}, []],
    [{ filename: ['app'], recursive: true }, ['-f', 'app', '-R']],
    [{ filename: ['-'] }, ['-f', '-']],
    [{ filename: ['a.yaml,b.yaml', 'c'] }, ['-f', 'a.yaml', '-f', 'b.yaml', '-f', 'c']],
    [{ kustomize: 'overlays/prod' }, ['-k', 'overlays/prod']],
    [{ helm: 'web' }, ['--helm', 'web']],
    [{ argocd: 'web' }, ['--argocd', 'web']],
    [{ argocd: 'argocd/web' }, ['--argocd', 'argocd/web']],
    [{ flux: 'KS/web' }, ['--flux', 'kustomization/web']],
    [{ flux: 'hr/web' }, ['--flux', 'helmrelease/web']],
  ] as const) {
    assert.equal(wordsOf(readSource({ ...NONE, ...flags }, undefined)), expected)
  }
})

test.run()
