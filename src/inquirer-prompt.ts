import type { ChoiceGroup, Prompt } from './terminal.ts'

/** How many lines of choices are shown at once, and that the last is not followed by the first. */
const PAGED = { pageSize: 15, loop: false }

/** Asks on a terminal by inquirer, which is loaded with the first question. */
export function inquirerPrompt(input: NodeJS.ReadStream, output: NodeJS.WriteStream): Prompt {
  return {
    ask: (message, signal) => unlessGivenUp(() => ask(message, { input, output }, signal)),
    choose: <Value>(message: string, groups: readonly ChoiceGroup<Value>[], signal: AbortSignal) =>
      unlessGivenUp(async (): Promise<readonly Value[]> => {
        const { default: inquirer } = await import('inquirer')
        const leaving = onKey(input, isEscape)
        const either = AbortSignal.any([signal, leaving.signal])
        const prompt = inquirer.createPromptModule({ input, output, signal: either })
        const choices = groups.flatMap(group => [new inquirer.Separator(group.title), ...group.choices])
        const question = { ...PAGED, type: 'checkbox', name: 'chosen', message, choices, theme: THEME }
        const asked = prompt<{ chosen: readonly Value[] }>([question as never])
        return asked.then(({ chosen }) => chosen).finally(leaving.stop)
      }),
    pick: <Value>(message: string, groups: readonly ChoiceGroup<Value>[], atEscape: Value, signal: AbortSignal) =>
      unlessGivenUp(async (): Promise<{ readonly picked: Value }> => {
        const { default: inquirer } = await import('inquirer')
        const leaving = onKey(input, isEscape)
        const either = AbortSignal.any([signal, leaving.signal])
        const prompt = inquirer.createPromptModule({ input, output, signal: either })
        const choices = groups.flatMap(group => [
          ...(group.title === '' ? [] : [new inquirer.Separator(group.title)]),
          ...group.choices,
        ])
        const question = { ...PAGED, type: 'select', name: 'picked', message, choices, theme: PICK_THEME }
        try {
          const { picked } = await prompt<{ picked: unknown }>([question as never])
          return { picked: picked as Value }
        } catch (error) {
          if (leaving.signal.aborted && !signal.aborted) return { picked: atEscape }
          throw error
        } finally {
          leaving.stop()
        }
      }),
  }
}

async function ask(
  message: string,
  { input, output }: { readonly input: NodeJS.ReadStream; readonly output: NodeJS.WriteStream },
  signal: AbortSignal,
): Promise<string> {
  const { default: inquirer } = await import('inquirer')
  const leaving = onKey(input, ({ ctrl, name }) => ctrl === true && name === 'd')
  const prompt = inquirer.createPromptModule({ input, output, signal: AbortSignal.any([signal, leaving.signal]) })
  try {
    return (await prompt([{ type: 'input', name: 'line', message }])).line
  } catch (error) {
    // The end of the input is an answer of nothing: a no.
    if (leaving.signal.aborted && !signal.aborted) return ''
    throw error
  } finally {
    leaving.stop()
  }
}

/** inquirer names the keys that it takes itself. */
const themeWith = (...own: readonly (readonly [key: string, does: string])[]) => ({
  style: {
    keysHelpTip: (keys: readonly (readonly [key: string, does: string])[]) =>
      [...keys, ...own].map(([key, does]) => `${key} ${does}`).join(' • '),
  },
})
const THEME = themeWith(['esc, ctrl-c', 'leave'])
const PICK_THEME = themeWith(['esc', 'back'], ['ctrl-c', 'leave'])

interface Key {
  readonly name?: string
  readonly ctrl?: boolean
}

const isEscape = ({ name }: Key): boolean => name === 'escape'

/** Aborts at a key that inquirer does not take, until it is stopped. */
function onKey(input: NodeJS.ReadStream, isMeant: (key: Key) => boolean): { signal: AbortSignal; stop(): void } {
  const leaving = new AbortController()
  const listen = (_text: unknown, key: Key = {}): void => {
    if (isMeant(key)) leaving.abort()
  }
  input.on('keypress', listen)
  return { signal: leaving.signal, stop: () => void input.off('keypress', listen) }
}

/** inquirer rejects by names: it took Ctrl-C, its input ended, or the signal was aborted. */
async function unlessGivenUp<Value>(ask: () => Promise<Value>): Promise<Value | undefined> {
  try {
    return await ask()
  } catch (error) {
    if (error instanceof Error && ['ExitPromptError', 'AbortPromptError'].includes(error.name)) return undefined
    throw error
  }
}
