import { type AST, visitRegExpAST } from '@eslint-community/regexpp'
import { Random } from '../scripts/fuzz/random.ts'
import type { CountingExpression } from './expression-steps.ts'

const COMMON = [...'aZ0-_./:,;=@"\'`()[]{}<>| \t\n\0é']
/** Rounds of a loop in what is repeated itself. */
const MOST_ROUNDS = 3

/** Texts of this length, each made of what loops of the expression take, that it may be slow to read. The same ones each time. */
export function slowTexts(expression: CountingExpression, length: number, many: number): readonly string[] {
  const random = new Random(length, many)
  const { pattern } = expression
  const loops: AST.Quantifier[] = []
  const letters = new Set(COMMON)
  visitRegExpAST(pattern, {
    onQuantifierEnter: node => void (node.max > MOST_ROUNDS && loops.push(node)),
    onCharacterEnter: ({ value }) => void letters.add(String.fromCodePoint(value)),
  })
  const alphabet = [...letters]
  const fitting = new Map<string, readonly string[]>()
  const parts: readonly (() => string)[] = [
    ...loops.flatMap(({ element }) => [() => sample(element), () => sample(element)]),
    () => oneOf(pattern.alternatives),
    () => oneOf(pattern.alternatives).slice(0, -1),
    () => random.pick(alphabet),
  ]
  const part = () => random.pick(parts)()
  return Array.from({ length: many }, (_, index) => {
    const first = index < parts.length ? parts[index]!() : part()
    const pumped = index < parts.length * 2 ? first : first + part()
    const rest = random.below(3) === 0 ? part() : ''
    const end = random.pick(['', '\0', '!', ' ', '\n!', part()])
    const half = rest === '' ? length : length / 2
    return (
      (random.pick(['', '', part()]) + repeated(pumped, half) + repeated(rest, half)).slice(0, length - end.length) +
      end
    )
  })

  function oneOf(alternatives: readonly AST.Alternative[]): string {
    return random.pick(alternatives).elements.map(sample).join('')
  }

  /** A text that this part takes, as far as that can be told of it alone. */
  function sample(node: AST.Element): string {
    if (node.type === 'Assertion' || node.type === 'Backreference') return ''
    if (node.type === 'Group' || node.type === 'CapturingGroup') return oneOf(node.alternatives)
    if (node.type === 'Quantifier') {
      const rounds = node.min + random.below(Math.min(node.max - node.min, MOST_ROUNDS) + 1)
      return Array.from({ length: rounds }, () => sample(node.element)).join('')
    }
    let fits = fitting.get(node.raw)
    if (fits === undefined) {
      fits = alphabet.filter(each => expression.fits(node, each))
      fitting.set(node.raw, fits)
    }
    return fits.length === 0 ? '' : random.pick(fits)
  }
}

function repeated(text: string, length: number): string {
  return text === '' ? '\0' : text.repeat(Math.ceil(length / text.length)).slice(0, length)
}
