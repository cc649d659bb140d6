import { LogRun } from './cluster/facts/log-run.ts'
import { type FetchRoute, fetchTransport } from './cluster/transport/fetch-transport.ts'
import { nextTurn, Pace, paced, timing } from './cluster/transport/pace.ts'
import { retrying } from './cluster/transport/retry.ts'
import type { Transport } from './cluster/transport/transport.ts'
import { shippedCatalogue } from './diagnosis/catalogue/shipped.ts'
import type { Sentence } from './messages/sentence.ts'
import { explainCluster } from './operations/explain/explain-cluster.ts'
import { EVERYTHING, type InspectionRequest } from './operations/inspect/inspect-cluster.ts'
import { aimAt } from './plan/aim.ts'
import { notesOn } from './render/commentary.ts'
import { explanationObject } from './render/explanation-json.ts'
import { pictureOf } from './render/picture/picture.ts'
import { formatSvg } from './render/picture/svg.ts'
import { worded } from './render/words/explanation.ts'
import { inWords } from './render/words/in-words.ts'
import { serverClock } from './server-clock.ts'
import type { Clock } from './terminal.ts'

/** One object, as every object names itself. */
export interface ObjectInPage {
  readonly apiVersion: string
  readonly kind: string
  readonly name: string
  readonly namespace?: string | undefined
}

export interface ClusterOfPage extends FetchRoute {
  /** What kubectl knows the cluster by: each command that is shown has it as its --context. */
  readonly context: string
  /** Ends the reading. */
  readonly signal: AbortSignal
  /** Told now and then what is being read. */
  readonly say?: (line: string) => void
}

export interface AnswerInPage {
  /** What `explain -o json` prints: `kind: Explanation`. */
  readonly explanation: object
  /** What `explain -o svg` prints. */
  readonly picture: string
  /** What could not be read, and the like. */
  readonly notes: readonly string[]
}

/** Explains one object in a browser, as `explain TYPE/NAME` does; only reads. Rejects with ApiFailure. */
export async function explainInPage(object: ObjectInPage, cluster: ClusterOfPage): Promise<AnswerInPage> {
  const { context, signal, say = () => {} } = cluster
  const clock = serverClock(pageClock, say)
  const transport = clock.listeningTo(patient(fetchTransport(cluster)))
  const { apiVersion, kind, name, namespace } = object
  const [version, group = ''] = apiVersion.split('/').toReversed()
  const names = [{ type: `${kind}.${version}.${group}`, name }]
  const request: InspectionRequest = { ...EVERYTHING, asked: { kind: 'names', names } }
  const session = { transport, namespace: namespace ?? 'default', place: context }
  const catalogue = shippedCatalogue()
  const tools = { clock, signal, logs: new LogRun(), aim: aimAt(context), catalogue: async () => catalogue }
  const report = { onType: () => {}, say: (sentence: Sentence) => say(inWords(sentence)) }
  const explained = await explainCluster(request, session, tools, report)
  const explanation = worded(explained.explanation)
  const notes = notesOn(explained.read && { ...explained.read, empty: false, nothingRead: false })
  const title = `What holds terminating objects: ${context}, ${explanation.takenAt}`
  const picture = formatSvg(pictureOf(explanation), { title, notes })
  return { explanation: explanationObject(explanation), picture, notes }
}

/** Sends again, and as much at once, as the program does from a terminal. */
function patient(transport: Transport): Transport {
  const pace = new Pace()
  const timed = timing(transport, pace, () => pageClock.elapsed())
  return paced(retrying(timed, { sleep: pageClock.sleep, turn: request => nextTurn(request, pace) }), pace)
}

const pageClock: Clock = {
  now: () => new Date(),
  elapsed: () => performance.now() / 1000,
  sleep: (seconds, signal) =>
    new Promise(resolve => {
      if (signal?.aborted) return resolve()
      const end = (): void => {
        clearTimeout(timer)
        signal?.removeEventListener('abort', end)
        resolve()
      }
      const timer = setTimeout(end, seconds * 1000)
      signal?.addEventListener('abort', end)
    }),
}
