import { type AST, RegExpParser } from '@eslint-community/regexpp'
import type { Expression } from './linear-expressions.ts'

/** One thing that is done to match, which is a step, and what is done after it. */
type Step =
  | { readonly does: 'character'; readonly known: Known; readonly back: boolean; readonly next: Step }
  /** The first way is tried first. */
  | { readonly does: 'choose'; ways: readonly Step[] }
  | { readonly does: 'look'; readonly inside: Step; readonly wanted: boolean; readonly next: Step }
  | { readonly does: 'edge'; readonly holds: (text: string, at: number) => boolean; readonly next: Step }
  /** A round of a loop begins, and has to have moved when it ends. */
  | { readonly does: 'begin' | 'end'; readonly loop: object; readonly next: Step }
  | { readonly does: 'stop' }

/** What stands for one character, and which ones it was seen to stand for. */
interface Known {
  readonly expression: RegExp
  readonly told: boolean[]
}

const STOP: Step = { does: 'stop' }
const NO_LOOPS: ReadonlyMap<object, number> = new Map()
const WORD = /\w/

/** A regular expression that counts what an engine does which tries one way after the other, as all of them do. */
export class CountingExpression {
  readonly pattern: AST.Pattern
  readonly #flags: string
  readonly #isUnicode: boolean
  readonly #first: Step
  readonly #known = new Map<string, Known>()

  constructor({ source, flags }: Pick<Expression, 'source' | 'flags'>) {
    this.#flags = flags
    this.#isUnicode = /[uv]/.test(flags)
    const how = { unicode: flags.includes('u'), unicodeSets: flags.includes('v') }
    this.pattern = new RegExpParser().parsePattern(source, 0, source.length, how)
    this.#first = this.#oneOf(this.pattern.alternatives, false, STOP)
  }

  /** Steps until every match is found, or the first where only that one is looked for; counted up to `limit`. */
  steps(text: string, limit: number): number {
    const count = { left: limit }
    for (let at = 0; at <= text.length && count.left > 0; ) {
      const end = this.#match(this.#first, text, at, count)
      if (this.#flags.includes('y') || (end !== undefined && !this.#flags.includes('g'))) break
      at = end !== undefined && end > at ? end : at + 1
    }
    return limit - Math.max(0, count.left)
  }

  /** Whether this part, which stands for one character, stands for this one. */
  fits({ raw }: AST.Element, character: string): boolean {
    return this.#fits(this.#knownOf(raw), character)
  }

  #fits({ expression, told }: Known, character: string): boolean {
    const code = character.codePointAt(0)!
    told[code] ??= expression.test(character)
    return told[code]
  }

  #knownOf(raw: string): Known {
    const flags = this.#flags.replaceAll(/[dgmy]/g, '')
    const known = this.#known.get(raw) ?? { expression: new RegExp(`^(?:${raw})$`, flags), told: [] }
    this.#known.set(raw, known)
    return known
  }

  /** Where a match that begins here ends; undefined where none does. */
  #match(first: Step, text: string, start: number, count: { left: number }): number | undefined {
    const others: { step: Step; at: number; loops: ReadonlyMap<object, number> }[] = []
    let step = first
    let at = start
    let loops = NO_LOOPS
    while (count.left-- > 0) {
      let isRight = true
      if (step.does === 'stop') return at
      if (step.does === 'choose') {
        for (let way = step.ways.length - 1; way > 0; way--) others.push({ step: step.ways[way]!, at, loops })
        step = step.ways[0]!
        continue
      }
      if (step.does === 'character') {
        const character = this.#character(text, at, step.back)
        isRight = character !== '' && this.#fits(step.known, character)
        at += step.back ? -character.length : character.length
      } else if (step.does === 'look')
        isRight = (this.#match(step.inside, text, at, count) !== undefined) === step.wanted
      else if (step.does === 'edge') isRight = step.holds(text, at)
      else if (step.does === 'begin') loops = new Map(loops).set(step.loop, at)
      else isRight = loops.get(step.loop) !== at
      step = step.next
      if (isRight) continue
      const other = others.pop()
      if (other === undefined) return undefined
      ;({ step, at, loops } = other)
    }
    return undefined
  }

  #character(text: string, at: number, back: boolean): string {
    if (!this.#isUnicode) return text.charAt(back ? at - 1 : at)
    const isPair = back && at > 1 && text.codePointAt(at - 2)! > 0xffff
    const from = back ? at - (isPair ? 2 : 1) : at
    return from < 0 || from >= text.length ? '' : String.fromCodePoint(text.codePointAt(from)!)
  }

  #oneOf(alternatives: readonly AST.Alternative[], back: boolean, next: Step): Step {
    const ways = alternatives.map(({ elements }) =>
      (back ? elements : elements.toReversed()).reduce((after, element) => this.#element(element, back, after), next),
    )
    return ways.length === 1 ? ways[0]! : { does: 'choose', ways }
  }

  #element(node: AST.Element, back: boolean, next: Step): Step {
    switch (node.type) {
      case 'Group':
      case 'CapturingGroup':
        return this.#oneOf(node.alternatives, back, next)
      case 'Quantifier':
        return this.#repeat(node, back, next)
      case 'Assertion':
        return this.#assertion(node, next)
      case 'Backreference':
        throw new Error(`${node.raw}: what a group had is not remembered here`)
      default:
        return { does: 'character', known: this.#knownOf(node.raw), back, next }
    }
  }

  #repeat({ min, max, greedy, element }: AST.Quantifier, back: boolean, next: Step): Step {
    const choice = (round: Step): Step => ({ does: 'choose', ways: greedy ? [round, next] : [next, round] })
    let begun = next
    if (max === Number.POSITIVE_INFINITY) {
      const again: Step & { ways: readonly Step[] } = { does: 'choose', ways: [] }
      const loop = {}
      const round = this.#element(element, back, mayBeEmpty(element) ? { does: 'end', loop, next: again } : again)
      again.ways = (choice(mayBeEmpty(element) ? { does: 'begin', loop, next: round } : round) as typeof again).ways
      begun = again
    } else for (let time = min; time < max; time++) begun = choice(this.#element(element, back, begun))
    for (let time = 0; time < min; time++) begun = this.#element(element, back, begun)
    return begun
  }

  #assertion(node: AST.Assertion, next: Step): Step {
    switch (node.kind) {
      case 'lookahead':
      case 'lookbehind': {
        const inside = this.#oneOf(node.alternatives, node.kind === 'lookbehind', STOP)
        return { does: 'look', inside, wanted: !node.negate, next }
      }
      case 'word': {
        const isWord = (text: string, at: number) => WORD.test(text.charAt(at))
        return { does: 'edge', holds: (text, at) => (isWord(text, at - 1) !== isWord(text, at)) !== node.negate, next }
      }
      default: {
        const [beside, end] = node.kind === 'start' ? [-1, 0] : [0, Number.POSITIVE_INFINITY]
        const isLine = this.#flags.includes('m')
        const isEnd = (text: string, at: number) => at === Math.min(end, text.length)
        return { does: 'edge', holds: (text, at) => isEnd(text, at) || (isLine && text[at + beside] === '\n'), next }
      }
    }
  }
}

function mayBeEmpty(node: AST.Element): boolean {
  if (node.type === 'Assertion') return true
  if (node.type === 'Quantifier') return node.min === 0 || mayBeEmpty(node.element)
  if (node.type !== 'Group' && node.type !== 'CapturingGroup') return false
  return node.alternatives.some(({ elements }) => elements.every(mayBeEmpty))
}
