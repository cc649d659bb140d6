/**
 * What the single executable runs first, after link.cjs: it runs the program from what is embedded. `parts` says where in `program` the text
 * of each part begins and ends, and where in `code` its compiled code; executables for another machine than the one that they are made
 * on have none, and compile what they use.
 */
const { getRawAsset } = require('node:sea')

const program = Buffer.from(getRawAsset('program'))
const code = getRawAsset('code')
const places = JSON.parse(Buffer.from(getRawAsset('parts')).latin1Slice())

link(
  name => places[name] && program.latin1Slice(places[name][0], places[name][1]),
  name =>
    places[name].length > 2 ? new Uint8Array(code, places[name][2], places[name][3] - places[name][2]) : undefined,
  require,
)
