import { builtinType } from './rescue-tools.ts'

export const CLAIMS = builtinType('', 'persistentvolumeclaims', 'PersistentVolumeClaim')
export const VOLUMES = builtinType('', 'persistentvolumes', 'PersistentVolume', false)
