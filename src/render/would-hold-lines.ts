import { counted, placedText } from '../api/object-text.ts'
import { printable } from '../api/printable.ts'
import type { Outlook } from '../diagnosis/preflight/foreseen.ts'
import { brief } from './brief.ts'
import { type ExplanationStyle, widthOf } from './explanation-style.ts'
import { hanging } from './hanging.ts'
import { VERDICT_TEXTS } from './preflight-words.ts'
import { inWords } from './words/in-words.ts'

const BULLET = '  · '
const UNDER = ' '.repeat(BULLET.length)

/** An object asked for that is not terminating: what its deletion would come to, what is known of its finalizers. */
export function wouldHoldLines({ ref, finalizers, foreseen, more }: Outlook, style: ExplanationStyle): string[] {
  const width = widthOf(style)
  const [first = '', ...rest] = hanging('', `${placedText(ref)} is not being deleted.`, '', width)
  const bullet = (text: string): string[] => hanging(BULLET, printable(text), UNDER, width)
  return [
    style.paint.strong(first),
    ...rest,
    ...(foreseen === undefined ? [] : foreseenLines(foreseen, bullet, width)),
    ...(finalizers.length === 0 ? [] : ['Its finalizers:']),
    ...finalizers.flatMap(({ name, known }) => {
      const meaning =
        known === undefined
          ? 'not in the catalogue'
          : `${known.project}, ${known.controller.name}. Removed when: ${known.goneWhen}`
      return [`${BULLET}${printable(name)}`, ...hanging(UNDER, printable(meaning), UNDER, width)]
    }),
    ...(more === undefined ? [] : ['What its deletion would do:', `  ${printable(more)}`]),
  ]
}

function foreseenLines(
  { verdict, refused, causes, reach }: NonNullable<Outlook['foreseen']>,
  bullet: (text: string) => string[],
  width: number | undefined,
): string[] {
  const others = reach.length - 1
  const along = others === 0 ? '' : ` ${counted(others, 'object')} would be deleted with it.`
  const outcome = refused.length > 0 ? 'the server would refuse that.' : VERDICT_TEXTS[verdict]
  const holding = causes.filter(cause => cause.verdict !== 'progressing')
  return [
    ...hanging('', `If it were deleted now, ${outcome}${along}`, '', width),
    ...holding.flatMap(({ code, summary, blocks }) =>
      bullet(`${code}, holds ${counted(blocks.length, 'object')}: ${brief(inWords(summary))}`),
    ),
  ]
}
