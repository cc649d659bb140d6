import { wordsOfName } from '../../api/camel-case.ts'
import { message } from '../../messages/sentence.ts'
import { claimsOf } from '../../statements/claims.ts'
import { wordsOf } from '../../statements/log/line.ts'
import { stem } from '../controller/kinship.ts'
import type { Case } from '../dossier/dossier.ts'
import type { Heard, Logged } from '../dossier/log.ts'
import { type Clue, clueOf, toRepair } from '../explanation.ts'
import { once } from '../facts.ts'
import { type Setting, settingsOf } from '../scope/setting.ts'
import { isCustom } from '../stuck-object.ts'
import { manifestOf, type Workload, workloadText } from '../workloads/workloads.ts'

/** `--controllers=*,-bucket`, `--feature-gates=Buckets=false`, `--enable-buckets=false`, `DISABLE_BUCKETS=true`. */
const SWITCH = /controllers?$|feature-?_?gates$|enable|disable/i

/** What any finalizer may be called after. */
const ANY = ['cleanup', 'finalizer', 'delete', 'deletion', 'protection', 'controller', 'resource', 'operator']

/**
 * That the controller was started with a setting that switches off what is called as the finalizer or its type, and may
 * be what removes it (kubermatic/kubermatic#14612). No proof: what a setting means is up to the product.
 */
export function switchedOff(found: Case, workload: Workload): Clue | undefined {
  const off = once(found.context.facts, `off in ${workload.object.metadata.uid}`, () =>
    settingsOf(workload, SWITCH).flatMap(each => offBy(each).map(word => ({ word, setting: each.said }))),
  )
  const setting = off.find(({ word }) => isCalledLike(word, found))?.setting
  if (setting === undefined) return undefined
  const of = { workload: workloadText(workload), setting, finalizer: found.finalizer }
  const remedy = toRepair(message('SwitchOnAgain', of), [manifestOf(workload)], 'low')
  return clueOf(`off/${setting}`, message('SwitchedOff', of), message('RunsWithSetting', of), 'spec', remedy)
}

/** The same by its log, where it says when it starts what it leaves out. */
export function loggedOff({ ofProgram }: Heard, found: Case): Logged | undefined {
  return ofProgram.findLast(({ line }) =>
    claimsOf('switched off', [wordsOf(line)]).some(({ word }) => isCalledLike(word, found)),
  )
}

function offBy({ name, value = '' }: Setting): readonly string[] {
  const flag = wordsOfName(name).join('')
  const parts = value.split(',')
  const isOff = ['false', '0', 'no', 'off'].includes(value.toLowerCase())
  const isOn = ['true', '1', 'yes', 'on', ''].includes(value.toLowerCase())
  if (flag.endsWith('featuregates')) return parts.filter(each => each.endsWith('=false')).map(each => each.slice(0, -6))
  if (flag.startsWith('disable') && flag.endsWith('controllers')) return parts
  if (flag.endsWith('controllers')) return parts.filter(each => each.startsWith('-')).map(each => each.slice(1))
  const isSwitchedOff = flag.includes('disable') ? isOn : isOff
  return isSwitchedOff ? [flag.replace(/(en|dis)abled?/, '')] : []
}

function isCalledLike(word: string, { held: { type }, finalizer }: Case): boolean {
  const end = finalizer.split('/').at(-1)!
  const ofFinalizer = [end, ...end.split(/[-_.]/)].map(stem).filter(each => each.length > 4 && !ANY.includes(each))
  return [...ofFinalizer, ...(isCustom({ type }) ? [stem(type.kind), stem(type.plural)] : [])].includes(stem(word))
}
