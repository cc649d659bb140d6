import type { ScreenName } from './screens.ts'

/**
 * The page with each screen between its markers, `<!-- screen: NAME -->` and `<!-- /screen -->`. Throws an Error when a screen has no markers, or
 * markers have no screen.
 */
export function withScreens(page: string, screens: ReadonlyMap<ScreenName, string>): string {
  const placed = new Set<string>()
  const text = page.replaceAll(/(<!-- screen: ([\w-]+) -->\n).*?(<!-- \/screen -->)/gs, (_all, begin, name, end) => {
    const screen = screens.get(name)
    if (screen === undefined) throw new Error(`the page has a place for the screen ${name}, which is none`)
    placed.add(name)
    return `${begin}${name === 'github-action' ? quoted(screen) : block(screen)}\n${end}`
  })
  const missing = [...screens.keys()].filter(name => !placed.has(name))
  if (missing.length > 0) throw new Error(`the page has no place for ${missing.join(', ')}`)
  return text
}

const block = (screen: string): string => `\`\`\`\`text\n${screen}\n\`\`\`\``

/** Markdown that is shown as what it means, apart from the page. */
const quoted = (screen: string): string =>
  screen
    .split('\n')
    .map(line => `> ${line}`.trimEnd())
    .join('\n')
