const { setFlagsFromString } = require('node:v8')
const { runInNewContext, Script } = require('node:vm')

/**
 * What stays grows by less than half before it is collected: of 20,000 stuck objects 100 MB less are resident. It is marked at once: marked in
 * steps, a fast run has made much more by the time that the marks are done. What has ended within a second had no such heap, and is done before
 * without. V8 takes compiled code, that of Node's own modules too, only under the flags that it was compiled under: these are not set while
 * something is loaded.
 */
const HEAP = {
  loading: '--heap-growing-percent=0 --incremental-marking',
  running: '--heap-growing-percent=40 --no-incremental-marking',
}
const LARGE_AFTER = 1000

let loads = 0
let isLarge = false

function loading(load) {
  if (isLarge && loads === 0) setFlagsFromString(HEAP.loading)
  loads++
  try {
    return load()
  } finally {
    loads--
    if (isLarge && loads === 0) setFlagsFromString(HEAP.running)
  }
}

function growLess() {
  isLarge = true
  setFlagsFromString(HEAP.running)
}
setTimeout(growLess, LARGE_AFTER).unref()

/** As with --expose-gc: a watch itself says when there is something to collect. */
Object.defineProperty(globalThis, 'gc', {
  configurable: true,
  get() {
    setFlagsFromString('--expose-gc')
    const value = runInNewContext('gc')
    setFlagsFromString('--no-expose-gc')
    Object.defineProperty(globalThis, 'gc', { value })
    return value
  },
})

/**
 * Runs a program of parts (parts.ts), the text of each by `textOf`, beginning with main.js. A part is compiled and run once, when it is first
 * asked for; with its compiled code by `codeOf`, which V8 takes for the same text alone, it is not compiled. What is no part is Node's own.
 * `made` is told of each.
 */
function link(textOf, codeOf, builtin, made = (_name, _script) => {}) {
  const modules = {}

  function ask(name) {
    modules[name] ??= loading(() => load(name))
    return modules[name].exports
  }

  function load(name) {
    const text = textOf(name)
    if (text === undefined) return { exports: builtin(name) }
    const module = { exports: {} }
    modules[name] = module
    // The name that stands in a stack trace.
    const script = new Script(text, { filename: `kubectl-finalize/${name.slice(2)}`, cachedData: codeOf(name) })
    made(name, script)
    script.runInThisContext()(module, module.exports, ask, lazily)
    return module
  }

  /**
   * A package in CommonJS that is imported lazily has its names beside its default, as Node gives them: esbuild leaves it at the
   * default.
   */
  async function lazily(name) {
    const found = ask(name)
    const { default: whole, ...others } = found
    return whole == null || Object.keys(others).length > 0 ? found : { ...whole, default: whole }
  }

  ask('./main.js')
}

module.exports = { link }
