type Operator = (found: string, value: string) => boolean | undefined

/** How a condition compares the text of a field; undefined where it cannot be told. A missing field is "". */
export const OPERATORS: Readonly<Record<string, Operator>> = {
  exists: found => found !== '',
  notExists: found => found === '',
  equals: (found, value) => found === value,
  notEquals: (found, value) => found !== value,
  prefix: (found, value) => found.startsWith(value),
  notPrefix: (found, value) => !found.startsWith(value),
  suffix: (found, value) => found.endsWith(value),
  notSuffix: (found, value) => !found.endsWith(value),
  contains: (found, value) => found.includes(value),
  notContains: (found, value) => !found.includes(value),
  regex: matches,
  gt: numeric((found, value) => found > value),
  lt: numeric((found, value) => found < value),
  gte: numeric((found, value) => found >= value),
  lte: numeric((found, value) => found <= value),
  between: (found, value) => within(found, value),
  notBetween: (found, value) => not(within(found, value)),
  in: (found, value) => listed(value).includes(found),
  notIn: (found, value) => !listed(value).includes(found),
}

function numeric(compare: (found: number, value: number) => boolean): Operator {
  return (found, value) => {
    const [left, right] = [numberOf(found), numberOf(value)]
    return left === undefined || right === undefined ? undefined : compare(left, right)
  }
}

/** "min,max", both inclusive. */
function within(found: string, value: string): boolean | undefined {
  const [min, max, ...more] = listed(value).map(numberOf)
  const number = numberOf(found)
  if (number === undefined || min === undefined || max === undefined || more.length > 0) return undefined
  return number >= min && number <= max
}

function not(holds: boolean | undefined): boolean | undefined {
  return holds === undefined ? undefined : !holds
}

/** The API server leaves out numbers that are zero, so nothing is 0. */
function numberOf(text: string): number | undefined {
  const number = Number(text)
  return Number.isFinite(number) ? number : undefined
}

function listed(value: string): string[] {
  return value.split(',').map(part => part.trim())
}

/** Only what Go's expressions and ours read alike: no groups with flags, references or classes by name. */
function matches(found: string, value: string): boolean | undefined {
  if (/\(\?|\\[1-9pPzQEA]|\[\[:/.test(value)) return undefined
  try {
    return new RegExp(value, 'u').test(found)
  } catch {
    return undefined
  }
}
