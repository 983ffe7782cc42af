import { findContent, findElementEnd, parseXml } from '@millrace/xml'
import { DIAGRAM_URI } from '../vocabulary/namespaces.ts'
import { declareIn, listMissing, listNamespaces } from './namespaces.ts'

/**
 * Returns a file with the drawings of another one: everything else stays unchanged.
 *
 * @param xml a file without a drawing.
 * @param drawn the same file with a drawing, with any prefixes.
 * @returns null when one of them cannot be read, or there is no drawing.
 */
export function addDrawing(xml: string, drawn: string): string | null {
  const [file, other] = [parseXml(xml), parseXml(drawn)]
  if (!file.ok || !other.ok) return null
  const drawings = other.root.children.filter(({ uri, name }) => uri === DIAGRAM_URI && name === 'BPMNDiagram')
  const { to, isClosed } = findContent(xml, file.root.offset)
  if (drawings.length === 0 || isClosed) return null
  const texts = drawings.map((drawing) => {
    const text = drawn.slice(drawing.offset, findElementEnd(drawn, drawing.offset))
    return `${declareIn(text, listMissing(file.root, listNamespaces(drawing, text)))}\n`
  })
  return `${xml.slice(0, to)}${texts.join('')}${xml.slice(to)}`
}
