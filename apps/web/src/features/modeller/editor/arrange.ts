import { loadChunk } from '../../../lib/load-chunk.ts'

const namespaces = [
  'xmlns:bpmndi="http://www.omg.org/spec/BPMN/20100524/DI"',
  'xmlns:dc="http://www.omg.org/spec/DD/20100524/DC"',
  'xmlns:di="http://www.omg.org/spec/DD/20100524/DI"',
].join(' ')

/**
 * A file with the drawing that it lacks. Only the drawing is taken from what arranges the steps, which knows nothing of
 * vendors: all else stays as it was written.
 *
 * @throws Error when the file cannot be read, or holds nothing to draw.
 */
export async function arrange(xml: string): Promise<string> {
  const { layoutProcess } = await loadChunk(() => import('bpmn-auto-layout'))
  const drawing = findDrawing(await layoutProcess(xml))
  const end = [...xml.matchAll(/<\/(?:[\w.-]+:)?definitions\s*>/g)].at(-1)?.index
  if (drawing === undefined || end === undefined) throw new Error('Expected steps to draw, but the file has none.')
  const declared = drawing.replace('<bpmndi:BPMNDiagram', `<bpmndi:BPMNDiagram ${namespaces}`)
  return `${xml.slice(0, end)}${declared}\n${xml.slice(end)}`
}

function findDrawing(xml: string): string | undefined {
  const end = '</bpmndi:BPMNDiagram>'
  const [from, to] = [xml.indexOf('<bpmndi:BPMNDiagram'), xml.lastIndexOf(end)]
  return from < 0 || to < from ? undefined : xml.slice(from, to + end.length)
}
