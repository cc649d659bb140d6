import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { discover } from '../../src/cluster/discovery/discovery.ts'
import { LogRun } from '../../src/cluster/facts/log-run.ts'
import { diagnoseCluster } from '../../src/operations/inspect/diagnose-cluster.ts'
import { namespace } from '../../src/sandbox/incidents/parts/namespace.ts'
import { HOUR } from '../../src/sandbox/incidents/parts/time.ts'
import { createSandbox } from '../../src/sandbox/sandbox.ts'
import { manualClock } from '../sandbox/manual-clock.ts'
import { configMap, deleted } from './stuck-objects.ts'

const test = suite('a diagnosis that is interrupted')

test('says of no dry run that was not tried that the server rejected it', async () => {
  const sandbox = createSandbox({ clock: manualClock() })
  namespace(sandbox, 'shop')
  configMap(sandbox, 'shop', 'held', deleted(sandbox, HOUR, 'example.com/hold'))
  const transport = sandbox.transport()
  const interrupt = new AbortController()
  const { causes } = await diagnoseCluster(
    transport,
    {
      ...{ discovery: await discover(transport), pageSize: 500, logs: new LogRun(), signal: interrupt.signal },
      onRound: () => interrupt.abort(),
    },
    sandbox.clock.now(),
  )
  assert.equal([...new Set(causes.map(({ code, verdict }) => `${code} ${verdict}`))], ['ControllerUnknown unknown'])
})

test.run()
