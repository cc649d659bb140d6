import { chooseNodes } from './choose.ts'
import { copyCommands, unfoldForPrint, unpackJson } from './copy.ts'
import { readDom } from './dom.ts'
import { lightPictures } from './light.ts'
import { panAndZoom } from './pan-and-zoom.ts'
import { searchPictures, unfoldPicture } from './search.ts'
import { sortAndFilter } from './table.ts'

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
const rows = (${sortAndFilter})(dom)
view.forEach(each => (${panAndZoom})(dom, each))
if (view.length > 0) {
  const lights = (${lightPictures})(dom), choice = (${chooseNodes})(dom, rows, lights)
  ;(${searchPictures})(dom, rows, lights, choice)
  ;(${unfoldPicture})(dom, choice)
}
}`
}
