import { inWords } from '../src/render/words/in-words.ts'

/** The same value with each message in it as it is printed. */
export function worded<Value>(value: Value): Value {
  const text = JSON.stringify(value, (_, each) =>
    typeof each === 'object' && each !== null && 'code' in each && 'args' in each ? inWords(each) : each,
  )
  return text === undefined ? value : JSON.parse(text)
}
