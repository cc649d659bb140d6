import { itemsOf } from '../../api/fact.ts'
import { createdAt, type KubeObject } from '../../api/object.ts'
import { namesType } from '../../statements/in-use.ts'
import type { Quote } from '../../statements/quote.ts'
import { hasWord } from '../../statements/whole-word.ts'
import { askedAt } from '../controller/since-deletion.ts'
import type { Facts } from '../facts.ts'
import type { StuckObject } from '../stuck-object.ts'

const JOB = { kind: 'Job', plural: 'jobs' }

/**
 * Jobs created since the deletion that errors of it name, in the namespace of the object, or with their own
 * (kudobuilder/kudo#1368: `Job shop/teardown failed`): who owns them does not matter (devfile/devworkspace-operator#845).
 */
export function jobsNamedIn(errors: readonly Quote[], held: StuckObject, facts: Facts): readonly KubeObject[] {
  const texts = errors.filter(each => namesType(each, JOB)).map(({ fact }) => fact)
  const all = texts.length === 0 ? [] : itemsOf(facts.read({ about: 'list', resource: 'jobs.batch' }))
  return all.filter(job => {
    const { name, namespace, uid } = job.metadata
    const isOther = uid !== held.ref.uid && createdAt(job.metadata) >= askedAt(held)
    return isOther && texts.some(hasWord(namespace === held.ref.namespace ? name : `${namespace}/${name}`))
  })
}
