import type { Recorded } from './record.ts'
import { plainText } from './screen.ts'
import { type StepName, typed } from './steps.ts'

/**
 * README.md with the output of each step between its markers, `<!-- tour: NAME -->` and `<!-- /tour -->`. Throws an Error when
 * a step has no markers, or markers have no step.
 */
export function withTour(readme: string, tour: ReadonlyMap<StepName, Recorded>): string {
  const placed = new Set<string>()
  const text = readme.replaceAll(/(<!-- tour: (\w+) -->\n).*?(<!-- \/tour -->)/gs, (_all, begin, name, end) => {
    const recorded = tour.get(name)
    if (recorded === undefined) throw new Error(`README.md has a place for the step ${name}, which is none`)
    placed.add(name)
    return `${begin}\`\`\`console\n${blockOf(recorded)}\n\`\`\`\n${end}`
  })
  const missing = [...tour.keys()].filter(name => !placed.has(name))
  if (missing.length > 0) throw new Error(`README.md has no place for ${missing.join(', ')}`)
  return text
}

function blockOf(recorded: Recorded): string {
  const code = recorded.code === 0 ? [] : ['$ echo $?', String(recorded.code)]
  return [typed(recorded), plainText(recorded.lines).replaceAll(/ +$/gm, ''), ...code].join('\n')
}
