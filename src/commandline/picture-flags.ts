import { UsageError } from '../exit-code.ts'
import type { FlagSpecs, Flags } from './flag-spec.ts'
import { outputFormat } from './output-format.ts'

/** Forms of an answer that has a picture. */
export const ANSWER_FORMATS = ['json', 'yaml', 'html', 'svg', 'mermaid', 'dot'] as const

export type AnswerFormat = (typeof ANSWER_FORMATS)[number]

export const pictureFlags = {
  output: {
    type: 'string',
    alias: 'o',
    completes: ANSWER_FORMATS,
    describe: 'Output format. One of: (json, yaml, html, svg, mermaid, dot)',
  },
  'output-file': {
    type: 'string',
    completes: 'files',
    describe: 'Write the answer to this file instead of stdout; requires -o or --open',
  },
  open: {
    type: 'boolean',
    describe: 'Open the page (-o html, the default with it) or the picture (-o svg) in the browser',
  },
} as const satisfies FlagSpecs

/** Where an answer goes, and in which form. */
export interface Destination {
  readonly format: AnswerFormat | undefined
  /** Where the answer is written to; undefined: stdout, or a temporary file when it is to be opened. */
  readonly outputFile: string | undefined
  readonly open: boolean
}

/** Throws UsageError on what contradicts itself. */
export function readDestination(flags: Flags<typeof pictureFlags>): Destination {
  const open = flags.open ?? false
  const format = outputFormat(flags.output, ANSWER_FORMATS) ?? (open ? 'html' : undefined)
  const outputFile = flags['output-file']
  if (outputFile === '')
    throw new UsageError('invalid argument "" for "--output-file" flag: must be the name of a file')
  if (outputFile !== undefined && format === undefined) {
    throw new UsageError(`--output-file requires -o: one of ${ANSWER_FORMATS.join(', ')}`)
  }
  if (open && format !== 'html' && format !== 'svg')
    throw new UsageError(`--open and -o ${format} may not be used together`)
  return { format, outputFile, open }
}
