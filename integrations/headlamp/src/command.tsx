import { useState } from 'react'

/** A command as it can be pasted, with a button that copies it. Nothing is run. */
export function Command({ text }: { text: string }) {
  const [label, setLabel] = useState('Copy')
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => setLabel('Copied'),
      () => setLabel('Copy it by hand'),
    )
  return (
    <div style={{ display: 'flex', gap: 8, alignItems: 'center' }}>
      <code style={{ whiteSpace: 'pre', overflowX: 'auto' }}>{text}</code>
      <button type="button" aria-label={`Copy: ${text}`} onClick={copy}>
        {label}
      </button>
    </div>
  )
}
