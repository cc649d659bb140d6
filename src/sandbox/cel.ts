import { Environment } from '@marcbachmann/cel-js'

type Scope = Readonly<Record<string, unknown>>

/** Types of what a policy looks at are not declared: whatever it names is looked up when it is evaluated. */
const environment = new Environment({
  unlistedVariablesAreDyn: true,
  homogeneousAggregateLiterals: false,
  enableOptionalTypes: true,
})
const parsed = new Map<string, (scope: Scope) => unknown>()
/** A scope is evaluated by many expressions. */
const scopes = new WeakMap<Scope, Scope>()

/**
 * The value of a CEL expression, whole numbers as bigint. Throws an Error of one line, `no such key: x` as the API
 * server says it; also for Kubernetes' additions to CEL (`quantity`, `authorizer`), which are not known here.
 */
export function evaluateCel(text: string, scope: Scope): unknown {
  const known = scopes.get(scope) ?? (withIntegers(scope) as Scope)
  scopes.set(scope, known)
  try {
    const evaluate = parsed.get(text) ?? environment.parse(text)
    parsed.set(text, evaluate)
    return evaluate(known)
  } catch (error) {
    const [line = ''] = (error as Error).message.split('\n')
    throw new Error(line.charAt(0).toLowerCase() + line.slice(1))
  }
}

/** JSON has one type of number; to CEL those without a fraction are integers, whose quotients are integers too. */
function withIntegers(value: unknown): unknown {
  if (typeof value === 'number') return Number.isInteger(value) ? BigInt(value) : value
  if (Array.isArray(value)) return value.map(withIntegers)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, withIntegers(each)]))
}
