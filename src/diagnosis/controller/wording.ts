import { CONDITION_FREE, CONDITION_IN_USE } from '../protections/in-use.ts'

/** So many characters of a text are read: longer ones are dumps. */
const MAX_READ = 1000

/** `BucketNotEmpty` and `bucket_not_empty` are read as words. */
function words(...texts: readonly string[]): string {
  return texts
    .map(text => text.slice(0, MAX_READ))
    .join(' ')
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .replace(/\b(no|0|without( any)?) (errors?|failures?)\b/gi, '')
    .replace(GONE, (gone, at: number, text: string) => (isPassedOver(text.slice(at + gone.length)) ? '' : gone))
}

const GONE = /\b(?:not found|does not exist|does ?n[o']t exist|no longer exists)\b/gi
const GOES_ON =
  /\b(continu(es|ing)|proceed(s|ing)|moving on|go(es|ing) on|ignor(ed|ing)|nothing to (do|delete|clean up))\b/i
/** Between the two: it is just what does not go on. */
const KEEPS_FROM =
  /\b(not|never|cannot|can't|\w+n't|without|before|until|from|instead|rather|unable|stop\w*|abort\w*|halt\w*|block\w*|prevent\w*|refus\w*|must|needs?|requir\w+|to be)\b/i
/** What is tried again was not passed over; nor was it where the work that goes on is to wait for it. */
const TRIES_AGAIN =
  /\b(re-?tr(y|ies|ied|ying)|again|re-?queu\w*|back-?off|until|unless|later|(in|after|every) \d\w*)\b/i
const WAITS_FOR_IT =
  /^\W{0,40}(?:(?:to|with|in|the|its)\s*)*(tr(y|ies|ying)|attempt|wait|poll|watch|look|search|reconcil|check)/i

/** `services "web" not found, continuing with the volume`: gone as it should be. `rest` is what follows the words. */
function isPassedOver(rest: string): boolean {
  const sentence = rest.split(/\.(?:\s|$)/)[0]!
  const goesOn = GOES_ON.exec(sentence)
  if (goesOn === null || KEEPS_FROM.test(sentence.slice(0, goesOn.index)) || TRIES_AGAIN.test(rest)) return false
  return !WAITS_FOR_IT.test(sentence.slice(goesOn.index + goesOn[0].length))
}

/** Whether a text tells of something that was not found, and that the work goes on without it. */
export function passesOver(text: string): boolean {
  return [...text.matchAll(GONE)].some(({ 0: gone, index }) => isPassedOver(text.slice(index + gone.length)))
}

/*
 * The words below are English, not a product's: no single source has them. They are those of the API server's errors (kubernetes/kubernetes:
 * staging/src/k8s.io/apimachinery/pkg/api/errors/errors.go), of Go's network and TLS errors, of HTTP, and of cloud providers' refusals as controllers
 * repeat them (aws-controllers-k8s/community#1655: BucketNotEmpty). What each list must and must not take is in test/diagnosis/statements.test.ts and
 * told.test.ts. A word decides which cause is named, never by itself that anything may be removed.
 */
const ERROR =
  /\b(errors?|errored|fail(s|ed|ing|ures?)?|exceptions?|panic|denied|forbidden|unauthori[sz]ed|not (authori[sz]ed|permitted|allowed|found|empty)|invalid|refused|rejected|time(d)? ?out|deadline exceeded|unreachable|expired|exceed(s|ed)|conflicts?|violat(es?|ed|ions?)|does ?n[o']t exist|does not exist|non-? ?exist\w*|no longer exists|no such|missing|cannot|can't|could ?n[o']t|could not|unable|in use|still (used|in use|referenced|attached)|has (dependents|dependencies)|depend(s|ed) on|insufficient|quota|throttl\w+|unsupported|prohibited|locked|protected|block(s|ed)|stalled|crash\w*|bad (request|gateway)|internal server|no route|connection (reset|refused)|(service|temporarily|currently|is) unavailable|not (valid|supported|reachable|available)|revoked|malformed|incorrect|denies|permissions?|too many requests|rate limit\w*|no credentials|mismatch|unknown host|(status|http)( code)?:? ?[45]\d\d|found no)\b/i
const DELETION =
  /\b(delet(e|es|ed|ing|ion)|terminat(e|es|ed|ing|ion)|uninstall(s|ed|ing|ation)?|finali[sz](e|es|ed|ing|ation|ers?)|clean(s|ed|ing)? ?ups?|cleaning|tear(ing)? ?down|destroy(s|ed|ing)?|remov(es?|ed|ing|al)|deprovision\w*|decommission\w*|deregister\w*|detach(es|ed|ing)?|revok(e|es|ing)|purg(e|es|ed|ing)|unbind(s|ing)?|unmount(s|ed|ing)?|wip(e|es|ing)|drain(s|ed|ing)?|releas(e|es|ed|ing)|deallocat\w+|dismantl\w+|evacuat\w+|undeploy\w*|unregister\w*|unlink\w*|reclaim\w*|scrubb?\w*|eras(e|es|ing)|shutt?ing down|disconnect(s|ing)?|retiring|offboard\w*)\b/i
const BLOCKED =
  /\b(block(s|ed|ing)?|paus(e|ed|ing)|suspend(s|ed|ing)?|skip(s|ped|ping)?|disrupt\w*|cannot|can't|unable|not (allowed|permitted|possible)|refus(e|es|ed|ing)|prevent(s|ed|ing)?|protected|postponed|deferred|on hold|would violate)\b/i
/** Others keep it from going on, which is no failure of its own. */
const HELD =
  /\b(paus(e|ed|ing)|suspend(s|ed|ing)?|skip(s|ped|ping)?|disrupt\w*|would violate|prevent(s|ed|ing)?|postponed|deferred|on hold|not (yet|\w+ yet)|retention( period)?|legal hold|soft-? ?deleted|(recoverable|retained|kept) (for|until)|pending deletion)\b/i
const OF_PODS =
  /\b(replicas?|pods?|containers?|insufficient (cpu|memory)|crash ?loop\w*|oom ?killed|unschedulable|(liveness|readiness) probe)\b/i
const WAITING = /\b(wait(s|ed|ing)?|pending|awaiting|not yet|requeu\w+|still|remain(s|ing)?)\b/i
/** Stricter than ERROR: what a Normal event says in passing is none. */
const FAILED = /\b(errors?|errored|fail(s|ed|ing|ures?)?|denied|forbidden|unauthori[sz]ed)\b/i

/** Whether a text, of a reason or a message, tells of an error. */
export function saysError(...texts: readonly string[]): boolean {
  return ERROR.test(words(...texts))
}

/** Whether a reason, in one word, names work that goes on: `Reconciling`, `Archiving`. */
export function namesWork(reason: string): boolean {
  return /^[A-Z][A-Za-z]*ing$/.test(reason) && !saysWaiting(reason) && !saysError(reason)
}

/** Whether a type or a reason of a condition says that others use the object. */
export function saysInUse(word: string): boolean {
  return CONDITION_IN_USE.test(word) && !CONDITION_FREE.test(word)
}

/**
 * What two errors have in common that are alike but for the object that they are about: its own names and all numbers and ids
 * are left out. A short text, the same for the same gist.
 */
export function gistOf(text: string, names: readonly string[]): string {
  const nameless = names.filter(name => name.length > 1).reduce((left, name) => left.replaceAll(name, '*'), text)
  const gist = nameless.replace(/[\w.:/-]+/g, word => (/\d/.test(word) ? '#' : word))
  // FNV-1a of 32 bits: nothing hangs on it but which errors are told together.
  let hash = 0x811c9dc5
  for (let at = 0; at < gist.length; at++) hash = Math.imul(hash ^ gist.charCodeAt(at), 0x01000193)
  return (hash >>> 0).toString(16).padStart(8, '0')
}

/** Whether it says in so many words that something failed. */
export function saysFailed(...texts: readonly string[]): boolean {
  return FAILED.test(words(...texts))
}

/** Whether it tells that the object, or what belongs to it, is being deleted. */
export function saysDeletion(...texts: readonly string[]): boolean {
  return DELETION.test(words(...texts))
}

/** Whether it tells that the work does not go on: blocked, paused, skipped. */
export function saysBlocked(...texts: readonly string[]): boolean {
  return BLOCKED.test(words(...texts))
}

/** Whether it tells how the Pods of a thing fare: what nobody's try at its deletion runs into. */
export function saysOfPods(...texts: readonly string[]): boolean {
  return OF_PODS.test(words(...texts))
}

/** Whether it tells that something else keeps the work from going on: a pause, a disruption budget. */
export function saysHeld(...texts: readonly string[]): boolean {
  return HELD.test(words(...texts))
}

/** Whether it tells of something that is waited for, or of work that does not go on: no sign of work either way. */
export function saysWaiting(...texts: readonly string[]): boolean {
  return WAITING.test(words(...texts)) || saysBlocked(...texts)
}
