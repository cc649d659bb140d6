/** As soon as whatever waits by now has had its turn; a browser knows no way as short as Node's. */
const soon: (call: () => void) => unknown = globalThis.setImmediate ?? setTimeout

/** Resolves once signals, timers and answers that came by now were heard. */
export function turn(): Promise<void> {
  return new Promise(resolve => soon(resolve))
}
