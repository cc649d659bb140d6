import { UsageError } from '../../exit-code.ts'
import { described, unknownFinalizer } from '../../operations/inspect/catalogued.ts'
import { finalizerCatalogue } from '../../render/catalogue.ts'
import { inWords } from '../../render/words/in-words.ts'
import { anyFinalizer, project } from './properties.ts'
import type { Tool } from './tool.ts'

export const catalogTool: Tool = {
  name: 'catalog',
  title: 'What is known about a finalizer',
  description:
    'Tells what is known about a finalizer, without asking the cluster: its controller, what it cleans up, and what is left behind if someone removes it by hand.',
  properties: { finalizer: anyFinalizer, project },
  required: [],
  async call({ finalizer, project: part = '' }, { context }) {
    if ((finalizer === undefined) === (part === '')) throw new UsageError('give either finalizer or project')
    const catalogue = await context.catalogue()
    const text = part.toLowerCase()
    const entries =
      finalizer === undefined
        ? catalogue.all().filter(entry => entry.project.toLowerCase().includes(text))
        : catalogue.named(finalizer)
    if (finalizer !== undefined && entries.length === 0)
      throw new UsageError(`error: ${inWords(await unknownFinalizer(finalizer, catalogue))}`)
    return { answer: finalizerCatalogue(await described(entries, finalizer, catalogue)), notes: [] }
  },
}
