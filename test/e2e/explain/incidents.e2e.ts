import { suite } from 'uvu'
import { kubectlAvailable } from '../rig/rig.ts'
import { showIncidents } from './incident.ts'
import { meddler, meddling } from './incidents/admission.ts'
import { drains } from './incidents/drains.ts'
import { gone } from './incidents/gone.ts'
import { needs } from './incidents/needs.ts'
import { paused } from './incidents/paused.ts'
import { ownCluster, ownClusterAvailable } from './own-cluster.ts'
import { openStage } from './stage.ts'

/**
 * Real incidents, as their threads tell them: each is told as what it is, its removal is refused by the guard that has to, and
 * what is printed ends it. The products are fake, their types and words are theirs.
 */
const test = suite('explain of real incidents')
const withCluster = kubectlAvailable() && ownClusterAvailable() ? test : test.skip

withCluster('controllers that are gone, or run elsewhere', async () => {
  await using cluster = await ownCluster()
  await showIncidents(await openStage(cluster), gone)
})

withCluster('controllers that run and lack something, were paused, or wait for Pods', async () => {
  await using cluster = await ownCluster()
  await showIncidents(await openStage(cluster), [...needs, ...paused, ...drains])
})

withCluster('webhooks that keep finalizers on Pods', async () => {
  await using server = await meddler()
  await using cluster = await ownCluster()
  await showIncidents(await openStage(cluster), meddling(server))
})

test.run()
