import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

/**
 * Systems give ports from 32768 (Linux) or 49152 on to whoever asks for any: one of those could be given to another test
 * between being found here and being listened on, which takes a server seconds.
 */
const [LOWEST, ABOVE_HIGHEST] = [12_000, 32_000]

/** Loopback ports that nobody listens on, all different, and that the system gives to nobody else meanwhile. */
export async function freePorts(count: number): Promise<number[]> {
  const ports = new Set<number>()
  while (ports.size < count) {
    const port = randomInt(LOWEST, ABOVE_HIGHEST)
    if (await isFree(port)) ports.add(port)
  }
  return [...ports]
}

function isFree(port: number): Promise<boolean> {
  const server = createServer()
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' || error.code === 'EACCES' ? resolve(false) : reject(error),
    )
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })
}
