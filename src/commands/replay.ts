import { runGroups } from '../change/ordered/run-groups.ts'
import { refusalText } from '../change/refused-steps.ts'
import { discover } from '../cluster/discovery/discovery.ts'
import { defineCommand } from './command.ts'
import { liveSteps } from './remove/live-steps.ts'
import { everyStep } from './replay/every-step.ts'
import { findSubject } from './replay/find-subject.ts'
import { afterwardsText, offerFinalizer } from './replay/offer-finalizer.ts'
import { operatorAlive } from './replay/operator-alive.ts'
import { readReplayOptions, replayFlags } from './replay/options.ts'
import { orderedTools } from './replay/ordered-tools.ts'
import { prepare } from './replay/prepare.ts'
import { recordTimeout } from './replay/record-timeout.ts'
import { showReplayPlan } from './replay/show-plan.ts'
import { askConsent, withoutConsent } from './write/consent.ts'
import { finish } from './write/finish.ts'
import { readWriteOptions } from './write/write-flags.ts'

export const replay = defineCommand({
  name: 'replay',
  words: 'TYPE/NAME | TYPE NAME',
  summary: 'Replay the ordered deletion that a dead operator should have done for a custom resource',
  examples: [
    ['kubectl finalize replay cache/c1 -n shop -f katalog.yaml', 'By the groups of an Orkestra Katalog'],
    [
      'kubectl finalize replay deployitem/app-x -n ls',
      "By a Landscaper DeployItem's own groups, in its Target's cluster",
    ],
    ['kubectl finalize replay cache/c1 -n shop', 'What it owns: namespaced objects, cluster-scoped ones, then CRDs'],
    ['kubectl finalize replay cache/c1 -n shop --dry-run=client', 'Show the plan'],
  ],
  flags: replayFlags,
  async run(invocation, context) {
    const { terminal, clock, signal } = context
    const options = readReplayOptions(invocation)
    const write = readWriteOptions(invocation.flags, context)
    const { transport, namespace } = await context.connect()
    const home = { name: undefined, transport, discovery: await discover(transport, signal) }
    const done = (steps: Parameters<typeof finish>[0]['steps'], interrupted = false) =>
      finish({ command: 'replay', steps, interrupted }, write, context)

    const found = await findSubject(options.subject, home, namespace, context)
    if (found.stuck === undefined) return done(liveSteps([found.finding]))
    const prepared = await prepare(found.finding, options, home, context)
    const subject = found.stuck.held.ref
    const limits = {
      timeoutSeconds: options.timeoutSeconds ?? prepared.groups.timeoutSeconds,
      pollSeconds: options.pollSeconds ?? prepared.groups.pollSeconds,
    }
    showReplayPlan(prepared, limits.timeoutSeconds, afterwardsText(prepared, options.finalizer), write, context)
    const alive = await operatorAlive(prepared.groups, found.stuck.causes, transport, clock.now(), signal)
    if (alive !== undefined && !write.overrides.has(alive.guard)) {
      return done(
        everyStep(prepared, subject, { result: 'refused', guard: alive.guard, message: refusalText([alive]) }),
      )
    }
    if (write.dryRun === 'client') return done(everyStep(prepared, subject, { result: 'planned' }))
    const count = prepared.live.flatMap(group => group.objects).length
    const tools = await orderedTools(prepared.groups, count, limits, write, transport, context)
    if (write.dryRun === 'none' && count > 0) {
      const word = prepared.object.metadata.name
      const consent = await askConsent(word, write.yes, context)
      if (consent === 'interrupted')
        return done(everyStep(prepared, subject, { result: 'skipped', message: 'interrupted' }), true)
      if (consent !== 'given')
        return done(everyStep(prepared, subject, { result: 'refused', message: withoutConsent(consent, word) }))
    }
    const ran = await runGroups(prepared.live, tools)
    if (ran.reason === 'timeout' || ran.reason === 'refused') {
      const note = ran.steps
        .filter(({ result }) => result === 'timeout' || result === 'failed')
        .map(({ ref, message }) => `${ref.resource}/${ref.name}: ${message}`)
      const text = `ordered deletion ended in group ${ran.stoppedAt}: ${note.join('; ')}`
      const stands =
        write.dryRun === 'none' &&
        (await recordTimeout(transport, found.finding.type, prepared.object, text, clock.now()))
      if (write.dryRun === 'none' && !stands)
        terminal.stderr.write('note: no Event could be recorded on the resource\n')
    }
    if (ran.reason !== undefined) return done(ran.steps, ran.reason === 'interrupted')
    if (!options.finalizer) return done(ran.steps)
    const offered = await offerFinalizer(prepared, found.finding, home, namespace, write, context)
    return done([...ran.steps, ...offered.steps], offered.interrupted)
  },
})
