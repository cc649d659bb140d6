import type { Dom } from './dom.ts'

/** Lets each printed command be copied by its button. */
export function copyCommands({ all }: Dom): void {
  for (const button of all<HTMLButtonElement>('[data-copy]')) {
    const code = button.previousElementSibling!
    const label = button.innerHTML
    const done = (copied: boolean): void => {
      button.textContent = copied ? 'Copied' : 'Press Ctrl+C'
      if (!copied) getSelection()!.selectAllChildren(code)
    }
    button.addEventListener('click', () => {
      const { clipboard } = navigator
      if (clipboard === undefined) done(false)
      else
        clipboard.writeText(code.textContent).then(
          () => done(true),
          () => done(false),
        )
    })
    button.addEventListener('blur', () => {
      button.innerHTML = label
    })
  }
}

/** The JSON lies compressed in the page; who can unpack it gets it as `-o json` prints it. */
export function unpackJson({ one, create }: Dom): void {
  const packed = one('json') as HTMLAnchorElement | null
  packed?.addEventListener('click', event => {
    if (typeof DecompressionStream === 'undefined') return
    event.preventDefault()
    const bytes = Uint8Array.from(atob(packed.href.split('base64,')[1]!), character => character.charCodeAt(0))
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'))
    void new Response(stream).blob().then(blob => {
      const link = create('a', '')
      link.href = URL.createObjectURL(blob)
      link.download = 'explanation.json'
      link.click()
    })
  })
}

/** On paper nothing can be unfolded. */
export function unfoldForPrint({ all }: Dom): void {
  addEventListener('beforeprint', () => {
    for (const details of all<HTMLDetailsElement>('article details')) details.open = true
  })
}
