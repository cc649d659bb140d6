import manifest from '../package.json' with { type: 'json' }

/** The version of this program, without a leading v. */
export const version: string = manifest.version
