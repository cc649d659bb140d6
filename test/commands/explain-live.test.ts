import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { headless } from '../headless.ts'

const test = suite('explain of what is not being deleted')

const UNINSTALLED = '--sandbox=operator-uninstalled'

test('says of a CRD with instances whose operator is missing that it would get stuck, and points to preflight', async () => {
  // The CRD of this practice cluster lives: only its instances are being deleted.
  const { code, stdout } = await headless(['explain', 'crd/buckets.objectstore.example.com', UNINSTALLED])
  assert.is(code, 0)
  assert.match(
    stdout,
    /is not being deleted\.\nIf it were deleted now, it would get stuck\. 41 objects would be deleted with it\.\n/,
  )
  assert.match(stdout, / {2}· ControllerMissing, holds 42 objects: /)
  assert.match(
    stdout,
    /kubectl finalize preflight customresourcedefinitions\.apiextensions\.k8s\.io\/buckets\.objectstore\.example\.com/,
  )
  assert.not.match(stdout, /only a grace period/)
})

test('says what the server would refuse', async () => {
  const { stdout } = await headless(['explain', 'ns/default', '--sandbox=empty'])
  assert.match(stdout, /If it were deleted now, the server would refuse that\.\n {2}· RequestDenied/)
})

test('looks at a few, and names the command for the others', async () => {
  const names = ['ns/default', 'ns/kube-system', 'ns/web', 'bucket/static-assets']
  const { stdout } = await headless(['explain', ...names, '-n', 'web', UNINSTALLED])
  assert.is(stdout.match(/is not being deleted/g)?.length, 4)
  assert.is(stdout.match(/If it were deleted now/g)?.length, 3)
  assert.is(stdout.match(/kubectl finalize preflight /g)?.length, 4)
})

test.run()
