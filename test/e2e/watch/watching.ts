import { createServer } from 'node:net'
import { until } from '../../control-plane/until.ts'
import { type RunOptions, run } from '../rig/rig.ts'

/** Asks for a path of the address that the watch serves. */
export type Get = (path: string) => Promise<{ status: number; text: string }>

/** Runs a watch with metrics, hands what asks for a path of it to `work`, and ends it by an interrupt. */
export async function watching(
  words: readonly string[],
  work: (get: Get) => Promise<void>,
  options: RunOptions = {},
): Promise<number | null> {
  let kill: (signal: NodeJS.Signals) => void = () => {}
  const port = await freePort()
  const running = run(['watch', '--metrics', `127.0.0.1:${port}`, '--after=1s', '--every=1s', ...words], {
    ...options,
    onStart: signals => {
      kill = signals
      options.onStart?.(signals)
    },
  })
  const get = async (path: string) => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`)
    return { status: response.status, text: await response.text() }
  }
  try {
    await Promise.race([work(get), running.then(({ stderr }) => Promise.reject(new Error(`it ended: ${stderr}`)))])
  } finally {
    kill('SIGTERM')
  }
  return (await running).code
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  await new Promise(resolve => server.close(resolve))
  return port
}

/** The metrics as soon as they fulfil it. */
export function metrics(get: Get, accept: (text: string) => boolean): Promise<string> {
  let last = ''
  return until(
    async () => {
      last = await get('/metrics').then(
        ({ text }) => text,
        () => '',
      )
      return last !== '' && accept(last) ? last : undefined
    },
    { what: 'metrics', deadlineSeconds: 60 },
  ).catch(error => {
    throw new Error(`${error.message}\n${last}`)
  })
}
