import type { KubeObject } from '../../api/object.ts'
import type { ServedType } from '../types/served-type.ts'

/** Filled in later: the few rules of built-in kinds that clients run into. */
export function validateObject(_type: ServedType, _object: KubeObject, _current?: KubeObject): void {}
