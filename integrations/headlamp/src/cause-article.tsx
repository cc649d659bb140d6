import { Command } from './command'
import type { Cause, Remedy } from './diagnosis'

/** One cause: what is wrong, how that is known, and what to do. */
export function CauseArticle({ cause }: { cause: Cause }) {
  return (
    <article>
      <h3>{`${cause.verdict.toUpperCase()}: ${cause.summary}`}</h3>
      <p>{cause.code}</p>
      <ul>
        {cause.evidence.map(({ fact, source }, index) => (
          <li key={index}>{`${fact} (${source})`}</li>
        ))}
      </ul>
      <ol>
        {cause.remedies.map((remedy, index) => (
          <Step key={index} remedy={remedy} />
        ))}
      </ol>
    </article>
  )
}

function Step({ remedy: { kind, summary, commands, risk, leaks } }: { remedy: Remedy }) {
  return (
    <li>
      <p>{`${kind}: ${summary} (${kind === 'inspect' ? 'changes nothing' : `risk: ${risk}`})`}</p>
      {leaks.length > 0 ? <p>{`leaves behind: ${leaks.join(', ')}`}</p> : null}
      {commands.map(text => (
        <Command key={text} text={text} />
      ))}
    </li>
  )
}
