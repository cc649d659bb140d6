import { SectionBox } from '@kinvolk/headlamp-plugin/lib/CommonComponents'
import { useEffect, useState } from 'react'
import { CauseArticle } from './cause-article'
import { type Answer, explainInPage } from './diagnosis'
import { routeTo } from './route'

/** What Headlamp knows of the object that is shown. */
export interface Resource {
  readonly cluster: string
  readonly jsonData: {
    readonly apiVersion?: string
    readonly kind?: string
    readonly metadata: { readonly uid?: string; readonly name: string; readonly namespace?: string }
  }
}

type State = { readonly answer: Answer } | { readonly failure: string } | { readonly reading: string }

/** The section of an object that is terminating: asked for by a click, for it reads much of the cluster. */
export function WhyTerminating({ resource }: { resource: Resource }) {
  const { cluster, jsonData } = resource
  const { apiVersion = '', kind = '', metadata } = jsonData
  const { uid, name, namespace } = metadata
  const [asked, setAsked] = useState(0)
  const [state, setState] = useState<State>({ reading: '' })
  useEffect(() => {
    if (asked === 0) return undefined
    const leaving = new AbortController()
    const show = (next: State) => {
      if (!leaving.signal.aborted) setState(next)
    }
    show({ reading: 'reading the cluster' })
    const say = (line: string) => show({ reading: line })
    explainInPage({ apiVersion, kind, name, namespace }, { ...routeTo(cluster), signal: leaving.signal, say }).then(
      answer => show({ answer }),
      error => show({ failure: error instanceof Error ? error.message : String(error) }),
    )
    return () => leaving.abort()
  }, [asked, cluster, uid])
  return (
    <SectionBox title="Why is it terminating?">
      <button type="button" onClick={() => setAsked(asked + 1)}>
        {asked === 0 ? 'Find out' : 'Look again'}
      </button>
      <p>This only reads. The commands are for you to copy; nothing here runs them.</p>
      {'reading' in state ? <p role="status">{state.reading}</p> : null}
      {'failure' in state ? <p role="alert">{`It could not be explained: ${state.failure}`}</p> : null}
      {'answer' in state ? <Explained answer={state.answer} uid={uid} /> : null}
    </SectionBox>
  )
}

function Explained({ answer: { explanation, picture, notes }, uid }: { answer: Answer; uid: string | undefined }) {
  const { objects, causes, complete, takenAt } = explanation
  const verdict = objects.find(({ ref }) => ref.uid === uid)?.verdict ?? 'unknown'
  return (
    <div>
      <p>{`${verdict.toUpperCase()}, as of ${takenAt}`}</p>
      {complete ? null : <p role="alert">Not everything could be read, so that this may not be all of it.</p>}
      {notes.map(note => (
        <p key={note}>{note}</p>
      ))}
      {causes.map(cause => (
        <CauseArticle key={cause.id} cause={cause} />
      ))}
      {/* As an image nothing in it can run or load. */}
      <img alt="What waits for what" src={`data:image/svg+xml,${encodeURIComponent(picture)}`} style={{ maxWidth: '100%' }} />
    </div>
  )
}
