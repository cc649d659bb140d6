import { chooseNodes, listRows, showCauses } from './choose.ts'
import { copyCommands, unfoldForPrint, unpackJson } from './copy.ts'
import { readDom } from './dom.ts'
import { lightPictures } from './light.ts'
import { dragPicture, zoomPicture } from './pan-and-zoom.ts'
import { searchPictures, unfoldPicture } from './search.ts'
import { filterTable, readRows, sortTable } from './table.ts'

/**
 * What the page can do beyond being read. It is made of the texts of the functions in this folder: each may use what it
 * is given and what a browser has, and nothing else of its file. It sends and loads nothing.
 */
export function pageScript(): string {
  return `{
const dom = (${readDom})(), view = dom.all('.view')
document.documentElement.classList.add('js')
;(${copyCommands})(dom)
;(${unpackJson})(dom)
;(${unfoldForPrint})(dom)
const rows = (${readRows})(dom)
;(${sortTable})(dom, rows)
;(${filterTable})(dom, rows)
view.forEach(each => (${zoomPicture})(dom, each))
view.forEach(${dragPicture})
if (view.length > 0) {
  const list = (${listRows})(dom, rows), lights = (${lightPictures})(dom), choice = (${chooseNodes})(dom, list, lights)
  ;(${showCauses})(dom, choice)
  ;(${searchPictures})(dom, rows, lights, choice)
  ;(${unfoldPicture})(dom, choice)
}
}`
}
