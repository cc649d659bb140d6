import { itemsOf } from '../../api/fact.ts'
import { createdAt, type KubeObject } from '../../api/object.ts'
import { namesType } from '../../statements/in-use.ts'
import type { Quote } from '../../statements/quote.ts'
import { hasWord } from '../../statements/whole-word.ts'
import { askedAt } from '../controller/since-deletion.ts'
import type { Facts } from '../facts.ts'
import type { StuckObject } from '../stuck-object.ts'

/** Jobs since the deletion that errors name, in the object's namespace or with theirs: `Job shop/teardown failed`. */
export function jobsNamedIn(errors: readonly Quote[], held: StuckObject, facts: Facts): readonly KubeObject[] {
  const texts = errors.filter(each => namesType(each, { kind: 'Job', plural: 'jobs' })).map(({ fact }) => fact)
  const all = texts.length === 0 ? [] : itemsOf(facts.read({ about: 'list', resource: 'jobs.batch' }))
  return all.filter(job => {
    const { name, namespace, uid } = job.metadata
    const isOther = uid !== held.ref.uid && createdAt(job.metadata) >= askedAt(held)
    // A name that is a plain word is one in quotes: `job failed` names none that somebody called so.
    const own = name.includes('-') ? [name] : [`"${name}"`, `'${name}'`]
    const names = [`${namespace}/${name}`, ...(namespace === held.ref.namespace ? own : [])]
    return isOther && names.some(each => texts.some(hasWord(each)))
  })
}
