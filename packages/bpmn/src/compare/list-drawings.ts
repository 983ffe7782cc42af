import { attribute, localName, walk, type XmlElement } from '@millrace/xml'
import { DIAGRAM_URI } from '../vocabulary/namespaces.ts'

/** Returns the drawing of each element as a text that is equal for equal drawings: shape, waypoints, label, colours. */
export function listDrawings(root: XmlElement): Map<string, string> {
  const drawings = new Map<string, string>()
  for (const diagram of root.children) {
    if (diagram.uri !== DIAGRAM_URI) continue
    for (const element of walk(diagram)) {
      const id = localName(attribute(element, 'bpmnElement') ?? '')
      if (id !== '' && (element.name === 'BPMNShape' || element.name === 'BPMNEdge')) drawings.set(id, write(element))
    }
  }
  return drawings
}

function write(drawn: XmlElement): string {
  return [...walk(drawn)]
    .map((element) => {
      const said = [...element.attributes].filter(([key]) => key !== 'id' && key !== 'bpmnElement')
      // A label without a place of its own is no label.
      if (element.name === 'BPMNLabel' && element.children.length === 0) return ''
      return `${element.name} ${said
        .map(([key, text]) => `${key}=${normalize(text)}`)
        .sort()
        .join(' ')}`
    })
    .join('\n')
    .trim()
}

/** `100`, `100.0` and a hair beside it are the same place; colours are the same in small letters. */
function normalize(text: string): string {
  const number = Number(text)
  return text.trim() === '' || Number.isNaN(number) ? text.toLowerCase() : String(Math.round(number))
}
