import { factFrom, message } from '../../messages/sentence.ts'
import { claimsOf } from '../../statements/claims.ts'
import { toldMissing } from '../../statements/named-missing.ts'
import { type Remedy, toRemove, toRepair } from '../explanation.ts'
import { commandLine } from '../shell-quote.ts'
import { type Blocker, blocker, type RuleContext, type StuckObject } from '../stuck-object.ts'
import { ATTACHER_PREFIX, ATTACHMENTS, type Attachment, providerName, wholeVolume } from './consumers.ts'

/**
 * VolumeDetachFailing: a VolumeAttachment that is being deleted reports an error of its driver's detach. The attacher
 * retries; forced, the volume may be attached to two nodes at once. Without the PersistentVolume it does not know the
 * volume's handle, and does not get to call the driver (kubernetes-csi/external-attacher#235).
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
  const said = { fact: error, source: 'volumeattachments' }
  const isLost = volume?.state === 'absent' && claimsOf('missing', [said]).some(({ name }) => name === volumeName)
  const lost = isLost ? volumeName : undefined
  const called = providerName(volumeName ?? ref.name, volume?.state === 'known' ? volume.value : undefined)
  const node = spec?.nodeName ?? 'unknown'
  const isGone = facts.read({ about: 'existence', resource: 'nodes', name: node }).state === 'absent'
  const unfound = isGone && toldMissing(node, [said], 'Node') !== undefined
  const finalizer = meta.finalizers?.find(name => name.startsWith(ATTACHER_PREFIX))
  return [
    blocker('stuck', {
      key: `VolumeDetachFailing/${ref.name}${isLost ? '/lost' : ''}`,
      subject: ref,
      ...(finalizer !== undefined && { finalizer }),
      summary: message('DetachFails', { volume: called, node, driver: spec?.attacher ?? '', lost, unfound }),
      evidence: [
        { fact: `detachError${time === undefined ? '' : ` at ${time}`}: ${error}`, source: 'volumeattachments' },
        ...(isGone ? [factFrom('nodes', 'NotFound', { resource: 'nodes', name: node })] : []),
        factFrom('volumeattachments', 'AttachedStatus', { attached: status?.attached }),
      ],
      remedies: () => [
        repair(ref.name, isGone ? undefined : node, unfound ? node : undefined, lost),
        ...(finalizer === undefined ? [] : [remove(held, finalizer, called, node)]),
      ],
    }),
  ]
}

function repair(name: string, node: string | undefined, unfound: string | undefined, lost: string | undefined): Remedy {
  const attachment = commandLine('kubectl', 'describe', 'volumeattachment', name)
  if (lost !== undefined) return toRepair(message('CreateVolumeAgain', { volume: lost }), [attachment], 'low')
  if (unfound !== undefined) return toRepair(message('RegisterNodeAgain', { node: unfound }), [attachment], 'low')
  const onNode = node === undefined ? [] : [commandLine('kubectl', 'describe', 'node', node)]
  return toRepair(message('FixDetachError'), [attachment, ...onNode])
}

function remove({ ref }: StuckObject, finalizer: string, called: string, node: string): Remedy {
  const words = ['kubectl', 'finalize', 'remove', `${ref.resource}/${ref.name}`, '--finalizer', finalizer]
  const leaks = [message('MayStayAttached', { volume: called, node })]
  return toRemove(message('RemoveIfDetached'), [commandLine(...words, '--override', 'ControllerAlive')], 'high', leaks)
}
