/** The first words of a line of a stack trace, or of what belongs to one. Go, Java, Python. */
const STACK =
  /^(?:goroutine \d{1,9} \[|created by |\[signal |Caused by: |Suppressed: |Traceback \(most recent call last\)|\.\.\. \d|exit status \d|\[recovered\]|The above exception was the direct cause|During handling of the above exception)/
/** A function in a stack trace of Go: `main.main()`, `example.com/pkg.(*Reconciler).Reconcile(0x1, {0x2, 0x3})`. */
const FUNCTION = /^[\w./~*()[\]·@%{}-]{3,300}$/
/** What a trace of Python or Java ends or begins with: the error itself. */
const THROWN = /^[\w.$]{1,200}(?:Error|Exception|Failure)(?:: |$)/

/** The lines under an error of a mount or an unmount (kubernetes/mount-utils: mount_linux.go). */
const MOUNT = /^(?:(?:M|Unm)ounting (?:command|arguments)|Output): /

/** Whether a line says more of the error above it. */
export function isMoreOf(text: string): boolean {
  return /^[\t ]+\S/.test(text) || MOUNT.test(text)
}

/** That a line is no line of its own: it is indented, or of a stack trace; `isTrace`: one has begun before it. */
export function continues(text: string, isTrace: boolean): boolean {
  if (text === '' || /^[\t ]/.test(text) || STACK.test(text)) return true
  if (!isTrace) return false
  // With the arguments, which alone may have blanks, left out.
  return isFunction(text) || THROWN.test(text) || MOUNT.test(text)
}

function isFunction(text: string): boolean {
  const open = text.lastIndexOf('(')
  const name = open > 0 && text.endsWith(')') ? text.slice(0, open) : text
  return name.includes('.') && FUNCTION.test(name)
}

/** Whether a line that belongs to the one before is of a stack trace. */
export function isOfTrace(text: string): boolean {
  return STACK.test(text) || /^\s{1,20}(?:at |File "|\/|\S{1,300}\.go:\d)/.test(text)
}

/** What a line of a trace makes of an error: of a chain the last counts in Python, the first and its causes in Java. */
export function withThrown(error: string, text: string, said: string): string {
  const thrown = text.replace(/^Caused by: /, '')
  if (!THROWN.test(thrown) || said.includes(thrown) || error.includes(thrown)) return error
  return thrown === text || error === '' ? thrown : `${error} ${text}`
}
