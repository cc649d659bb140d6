const { Script } = require('node:vm')

/**
 * Runs a program of parts (parts.ts), the text of each by `textOf`, beginning with main.js. A part is compiled and run once, when it is first
 * asked for; with its compiled code by `codeOf`, which V8 takes for the same text alone, it is not compiled. What is no part is Node's own.
 * `made` is told of each.
 */
function link(textOf, codeOf, builtin, made = (_name, _script) => {}) {
  const modules = {}

  function ask(name) {
    if (modules[name] !== undefined) return modules[name].exports
    const text = textOf(name)
    if (text === undefined) return builtin(name)
    const module = { exports: {} }
    modules[name] = module
    // The name that stands in a stack trace.
    const script = new Script(text, { filename: `kubectl-finalize/${name.slice(2)}`, cachedData: codeOf(name) })
    made(name, script)
    script.runInThisContext()(module, module.exports, ask, lazily)
    return module.exports
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
