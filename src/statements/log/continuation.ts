/**
 * The first words of a line of a stack trace, or of what belongs to one. Go, Java, Python, and where in a playbook an
 * error is (ansible/ansible:lib/ansible/errors/__init__.py).
 */
const STACK =
  /^(?:goroutine \d{1,9} \[|created by |\[signal |Caused by: |Suppressed: |Traceback \(most recent call last\)|\.\.\. \d|exit status \d|\[recovered\]|The above exception was the direct cause|During handling of the above exception|The error appears to be in '|be elsewhere in the file depending on|The offending line appears to be:|Origin: \/)/
/** A function in a stack trace of Go: `main.main()`, `example.com/pkg.(*Reconciler).Reconcile(0x1, {0x2, 0x3})`. */
const FUNCTION = /^[\w./~*()[\]·@%{}-]{3,300}$/
/** What a trace of Python or Java ends or begins with: the error itself. */
const THROWN = /^[\w.$]{1,200}(?:Error|Exception|Failure)(?:: |$)/
/** The same at the end of a trace of Python, of whatever class: `re.error: nothing` (zakkg3/ClusterSecret#11). */
const RAISED = /^[A-Za-z_][\w.]{2,200}(?:: |$)/
/** More of an answer of the API server (kubernetes-client/python:kubernetes/client/exceptions.py, ApiException). */
const ANSWER = /^(?:Reason|HTTP response (?:headers|body)): /

/** The lines under an error of a mount or an unmount (kubernetes/mount-utils: mount_linux.go). */
const MOUNT = /^(?:(?:M|Unm)ounting (?:command|arguments)|Output): /

/** Whether a line says more of the error above it. */
export function isMoreOf(text: string): boolean {
  return /^[\t ]+\S/.test(text) || MOUNT.test(text) || ANSWER.test(text)
}

/**
 * That a line is no line of its own: it is indented, or of a stack trace; `isTrace`: one has begun before it;
 * `isPython`: one of Python, of which the error is yet to come.
 */
export function continues(text: string, isTrace: boolean, isPython: boolean): boolean {
  // A rule, perhaps with a title, is of the program's pages (operator-framework/ansible-operator-plugins).
  if (text === '' || /^(?:[\t ]|-{10})/.test(text) || STACK.test(text)) return true
  if (!isTrace) return false
  // With the arguments, which alone may have blanks, left out.
  return isFunction(text) || [THROWN, MOUNT, ANSWER].some(words => words.test(text)) || (isPython && RAISED.test(text))
}

/** Whether the error of a trace of Python is yet to come after this line. */
export function isInPython(text: string, isPython: boolean): boolean {
  return text.startsWith('Traceback ') || (isPython && /^(?:\s|$)/.test(text))
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

/** What a stack trace in the middle of a text begins with; an exit status there is no trace. */
const IN_TEXT = /^(?:goroutine \d{1,9} \[|Traceback \(most recent call last\)|\s{1,20}at [\w.$<])/

/** A text of several lines without the stack trace in it: what was thrown stays, and what follows in words. */
export function withoutStack(text: string): string {
  if (!text.includes('\n')) return text
  const lines = text.split('\n')
  const isFrame = (at: number) => isFunction(lines[at]!) && /^\s{1,20}\S{1,300}\.go:\d/.test(lines[at + 1] ?? '')
  const from = lines.findIndex((line, at) => at > 0 && (IN_TEXT.test(line) || isFrame(at)))
  if (from < 0) return text
  const rest = lines.splice(from)
  const isPython = rest[0]!.startsWith('Traceback ')
  const said = lines.join('\n')
  const thrown = rest.reduce((error, line) => withThrown(error, line, said, isPython), '')
  return [said, thrown, ...rest.filter(line => !continues(line, true, isPython))].filter(Boolean).join('\n')
}

const CAUSE = 'Caused by: '

/**
 * What a line of a trace adds to an error that was read before: of a chain of Python the last one counts, of Java the
 * first with what that comes of. `said`: what stands before, which an error of a wrapper repeats.
 */
export function withThrown(error: string, text: string, said: string, isPython: boolean): string {
  if (ANSWER.test(text)) return error === '' || text.includes('headers: ') ? error : `${error} ${text}`
  const thrown = text.startsWith(CAUSE) ? text.slice(CAUSE.length) : text
  const isThrown = THROWN.test(thrown) || (isPython && RAISED.test(text))
  if (!isThrown || said.includes(thrown) || error.includes(thrown)) return error
  return thrown === text || error === '' ? thrown : `${error} ${text}`
}
