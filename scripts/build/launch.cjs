/**
 * What the single executable runs first: it runs the program (parts.ts), with the compiled code of what is asked for.
 * Without it, in the executable for another machine, all is compiled as it is used.
 */
const { getAssetKeys, getRawAsset } = require('node:sea')
const { Script } = require('node:vm')

const [, , word, ...rest] = process.argv
const isHelp = word === 'help' || [word, ...rest].some(each => each === '--help' || each === '-h')
const isSmall = word === 'version' || word === 'completion' || word === '__complete'
const code = `code for ${isHelp ? 'help' : isSmall ? 'version' : word === 'list' ? 'list' : 'explain'}`
const cachedData = getAssetKeys().includes(code) ? new Uint8Array(getRawAsset(code)) : undefined
const text = Buffer.from(getRawAsset('program')).latin1Slice()
new Script(text, { filename: 'kubectl-finalize.cjs', cachedData }).runInThisContext()(require)
