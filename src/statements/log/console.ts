import { partsOf, timeIn } from './fields.ts'
import { withTail } from './json.ts'
import { levelOf } from './level.ts'
import type { Parts } from './line.ts'

/** `widget/controller.go:12` */
const CALLER = /^[^\s:]{1,200}\.go:\d{1,6}$/

/** A line of zap's console: time, level, logger, where in the program, message and a JSON object, between tabs. */
export function consoleLine(text: string): Parts | undefined {
  const [time = '', word = '', ...rest] = text.split('\t')
  const at = timeIn(time.trim())
  const level = levelOf(word)
  if (at === undefined || level === undefined || rest.length === 0) return undefined
  const { fields } = withTail(rest.at(-1)!)
  const said = fields.size > 0 ? rest.slice(0, -1) : rest
  const names = said.slice(0, -1).filter(each => !CALLER.test(each))
  const parts = partsOf(new Map([...fields, ['msg', said.at(-1) ?? '']]))
  return parts && { ...parts, at, level, logger: names[0] ?? '' }
}
