import { message } from '../../messages/sentence.ts'
import type { Remedy } from '../explanation.ts'
import { toRemove, toRepair } from '../remedy.ts'
import { commandLine } from '../shell-quote.ts'
import type { Blocker, RuleContext, StuckObject } from '../stuck-object.ts'
import { ATTACHER_PREFIX, ATTACHMENTS, type Attachment } from './attachments.ts'
import { providerName, wholeVolume } from './whole-volume.ts'

/**
 * VolumeDetachFailing: a VolumeAttachment that is being deleted reports an error of its driver's detach. The attacher
 * retries; forced, the volume may be attached to two nodes at once.
 */
export function volumeDetachFailing(held: StuckObject, { facts }: RuleContext): readonly Blocker[] {
  const { ref, meta } = held
  if (ref.resource !== ATTACHMENTS || meta.deletionTimestamp === undefined) return []
  const read = facts.read({ about: 'object', resource: ATTACHMENTS, name: ref.name })
  if (read.state !== 'known' || read.value.metadata.uid !== ref.uid) return []
  const { spec, status } = read.value as Attachment
  const { message: error, time } = status?.detachError ?? {}
  if (!error) return []
  const volumeName = spec?.source?.persistentVolumeName
  const volume = volumeName === undefined ? undefined : wholeVolume(volumeName, facts)
  const called = providerName(volumeName ?? ref.name, volume?.state === 'known' ? volume.value : undefined)
  const node = spec?.nodeName ?? 'unknown'
  const finalizer = meta.finalizers?.find(name => name.startsWith(ATTACHER_PREFIX))
  return [
    {
      verdict: 'stuck',
      cause: {
        key: `VolumeDetachFailing/${ref.name}`,
        code: 'VolumeDetachFailing',
        subject: ref,
        ...(finalizer !== undefined && { finalizer }),
        summary: message('DetachFails', { volume: called, node, driver: spec?.attacher ?? '' }),
        evidence: [
          { fact: `detachError${time === undefined ? '' : ` at ${time}`}: ${error}`, source: 'volumeattachments' },
          { fact: message('AttachedStatus', { attached: status?.attached }), source: 'volumeattachments' },
        ],
        remedies: () => [
          repair(ref.name, node),
          ...(finalizer === undefined ? [] : [remove(held, finalizer, called, node)]),
        ],
      },
    },
  ]
}

function repair(name: string, node: string): Remedy {
  return toRepair(message('FixDetachError'), [
    commandLine('kubectl', 'describe', 'volumeattachment', name),
    commandLine('kubectl', 'describe', 'node', node),
  ])
}

function remove({ ref }: StuckObject, finalizer: string, called: string, node: string): Remedy {
  return toRemove(
    message('RemoveIfDetached'),
    [
      commandLine(
        'kubectl',
        'finalize',
        'remove',
        `${ref.resource}/${ref.name}`,
        '--finalizer',
        finalizer,
        '--override',
        'ControllerAlive',
      ),
    ],
    'high',
    [message('MayStayAttached', { volume: called, node })],
  )
}
