/**
 * Variables by which Node itself would print what is sent, tokens too, write files of what it runs, or trust every server. They are meant
 * for programs under development and are often set for a whole shell. NODE_OPTIONS is not among them: the executable is built to ignore it.
 */
const OF_NODE = [
  'NODE_COMPILE_CACHE',
  'NODE_DEBUG',
  'NODE_DEBUG_NATIVE',
  'NODE_PENDING_DEPRECATION',
  'NODE_REDIRECT_WARNINGS',
  'NODE_TLS_REJECT_UNAUTHORIZED',
  'NODE_V8_COVERAGE',
]

/**
 * Starts the same program in this process again without these variables, where one is set: Node has read them before the first line runs.
 * Windows cannot replace a process: there the program says so and ends with 1.
 */
function leaveOut(process) {
  const set = OF_NODE.filter(name => process.env[name] !== undefined)
  if (set.length === 0) return
  const env = { ...process.env }
  for (const name of set) delete env[name]
  try {
    process.execve(process.execPath, [process.argv0, ...process.argv.slice(2)], env)
  } catch {
    process.stderr.write(`error: ${set.join(', ')}: unset what is meant for Node.js itself, and run it again\n`)
    process.exit(1)
  }
}

leaveOut(process)
