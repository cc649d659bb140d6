import type { KubeObject } from '../../../../src/api/object.ts'
import type { AdviceTools } from '../../../../src/operations/watch/advice/advice-objects.ts'
import { NO_AIM } from '../../../../src/plan/aim.ts'
import { inWords } from '../../../../src/render/words/in-words.ts'
import { createSandbox, type Sandbox } from '../../../../src/sandbox/sandbox.ts'
import { journalOfTest } from '../../../execute/journals.ts'
import { manualClock } from '../../../sandbox/manual-clock.ts'

const ADMISSION = '/apis/admissionregistration.k8s.io/v1'

/** Where each object of --advice is. */
export const PATHS = {
  definition: '/apis/apiextensions.k8s.io/v1/customresourcedefinitions/deletionadvices.kubectl-finalize.io',
  advice: '/apis/kubectl-finalize.io/v1/deletionadvices/kubectl-finalize-advice',
  policy: `${ADMISSION}/validatingadmissionpolicies/kubectl-finalize-advice`,
  binding: `${ADMISSION}/validatingadmissionpolicybindings/kubectl-finalize-advice`,
} as const

/** A sandbox with what is asked of it by a test, and the tools of a watch that writes there. */
export function setup(build: (sandbox: Sandbox) => void = () => {}) {
  const clock = manualClock()
  const sandbox = createSandbox({ clock })
  build(sandbox)
  const ask = async (method: 'GET' | 'DELETE' | 'PATCH' | 'POST', path: string, body?: object) => {
    const headers = { 'content-type': method === 'PATCH' ? 'application/merge-patch+json' : 'application/json' }
    const answer = await sandbox.handle({ method, path, headers, ...(body && { body: JSON.stringify(body) }) })
    let text = ''
    for await (const chunk of answer.body) text += new TextDecoder().decode(chunk)
    return { status: answer.status, headers: answer.headers, body: bodyOf(text) }
  }
  const elapsed = (): number => clock.now().getTime() / 1000
  const tools = (): AdviceTools => ({
    inWords,
    transport: sandbox.transport(),
    clock: { now: () => clock.now(), elapsed, sleep: async () => {} },
    backups: { keep: () => Promise.reject(new Error()), keepList: () => Promise.reject(new Error()) },
    journal: journalOfTest(),
    reach: NO_AIM,
    signal: new AbortController().signal,
    dryRun: false,
    waitSeconds: 0,
  })
  /** Which of the four are there. */
  const there = async (): Promise<readonly string[]> => {
    const found: string[] = []
    for (const [name, path] of Object.entries(PATHS)) if ((await ask('GET', path)).status === 200) found.push(name)
    return found
  }
  return { clock, sandbox, ask, tools, elapsed, there }
}

/** What is not served is answered in plain words. */
function bodyOf(text: string): KubeObject {
  return (text.startsWith('{') ? JSON.parse(text) : {}) as KubeObject
}
