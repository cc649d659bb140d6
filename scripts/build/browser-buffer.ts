/** Node's Buffer for code that runs in a browser: esbuild puts it where `Buffer` is asked for. */
export { Buffer } from 'buffer'
