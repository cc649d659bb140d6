import type { KubeObject } from '../../api/object.ts'
import type { Evidence } from '../explanation.ts'
import { ownNames } from '../references/own-names.ts'
import { escaped } from '../whole-word.ts'

/**
 * Words of what a controller needs to look at all: the way there, who it is there, and what it is told. With one of them
 * in it, an error that says "not found" speaks of that, and what it has to clean up may well be there. English, of no single source: the words of Go's
 * network, TLS and exec errors, of the API machinery (`no matches for kind`, `the server could not find the requested resource`) and of cloud providers'
 * refusals. Controllers that met a thing which was really gone: kubernetes-sigs/aws-load-balancer-controller#2341, aws-controllers-k8s/community#2911.
 */
const MEANS =
  /permi(t|ss)|denied|forbidden|access|auth|credential|profile|token|\bkeys?\b|login|logon|\busers?\b|\brole|polic|password|secret|cert|x509|\btls\b|\bssl\b|trust|issuer|\bdial\b|\btcp\b|lookup|\bdns\b|host|connect|time(d)? ?out|unreachable|\burl\b|endpoint|path\b|\bfile|director|exec|binary|command|config|context|\bpage\b|plugin|driver|provider|regist|\bapi\b|matches for kind|requested resource|region|\bzone|account|subscription|project|tenant|organi[sz]ation|cluster|namespace/i
const MISSING = String.raw`(?:was |is |has been |has |had )?(?:not found|does ?n[o']t exist|does not exist|no longer exists|already (?:deleted|gone|been deleted)|deleted already|was deleted|gone\b)`
const PREPOSITION = '(?:of|for|in|on|to|from|by|with|at|under|within)'

/**
 * Whether an error says that the very thing that an object stands for does not exist any more: by one of the object's own
 * names, and with no word of anything else that could be missing.
 */
export function saysItIsGone({ fact }: Evidence, object: KubeObject): boolean {
  const said = fact.replace(/^\S+ reports /, '')
  const text = said.replace(/([a-z0-9])([A-Z])/g, '$1 $2')
  const names = ownNames(object)
  // Names are no words: a bucket may be called `user-profiles`.
  const words = names.reduce((left, name) => left.replaceAll(name, ' '), said).replace(/([a-z0-9])([A-Z])/g, '$1 $2')
  if (MEANS.test(words)) return false
  return names.some(name => {
    const noun =
      name === object.metadata.name ? nounsOf(object.kind) : String.raw`(?:(?!${PREPOSITION}\b)[\w-]+:? ){0,3}`
    const quoted = String.raw`["'\x60(]?${escaped(name)}["'\x60)]?`
    const start = String.raw`(?:^|[:;,.] |\b(?:the|is) )${noun}`
    const after = new RegExp(String.raw`${start}${quoted},? ${MISSING}(?! ${PREPOSITION}\b)`, 'i')
    const before = new RegExp(
      String.raw`(?:not found|no such|does not exist)[:,]? (?!${PREPOSITION}\b)${noun}${quoted}(?![\w-])`,
      'i',
    )
    return [said, text].some(each => after.test(each) || before.test(each))
  })
}

/** The words of a kind, of which a text may say the last ones before the name: `target group` or `group` of a TargetGroup. */
function nounsOf(kind: string): string {
  const words = kind.replace(/([a-z0-9])([A-Z])/g, '$1 $2').split(' ')
  return `(?:${words.map((_, from) => words.slice(from).join(' ?')).join('|')}|)(?: |)(?:[:=] ?)?`
}

/** What stays behind, but for what is known by the object's own names to be gone. */
export function withoutGone(leaks: readonly string[], objects: readonly KubeObject[]): readonly string[] {
  const names = objects.flatMap(ownNames).map(name => new RegExp(String.raw`(?<![\w-])${escaped(name)}(?![\w-])`))
  return leaks.filter(leak => !names.some(name => name.test(leak)))
}
