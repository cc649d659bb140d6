import { english } from './words/english.ts'

/** `services "web" not found, continuing with the volume`: gone as it should be. `rest` is what follows the words. */
function isPassedOver(rest: string): boolean {
  const [sentence = ''] = rest.split(/\.(?:\s|$)/)
  const [goesOn] = english.findAll('goes on', sentence)
  if (goesOn === undefined || english.has('keeps from', sentence.slice(0, goesOn.index))) return false
  return (
    !english.has('tries again', rest) && !english.has('waits for it', sentence.slice(goesOn.index + goesOn[0].length))
  )
}

/** A text without the words for what is gone as it should be. */
export function withoutPassedOver(text: string): string {
  return english.findAll('not found', text).reduceRight((left, { 0: words, index }) => {
    const end = index + words.length
    return isPassedOver(text.slice(end)) ? left.slice(0, index) + left.slice(end) : left
  }, text)
}

/** Whether a text tells of something that was not found, and that the work goes on without it. */
export function passesOver(text: string): boolean {
  return withoutPassedOver(text) !== text
}
