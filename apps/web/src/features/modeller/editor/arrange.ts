import { addDrawing, hideUnreadable, linkSteps } from '@millrace/bpmn/keep'
import { showIdsIn } from '@millrace/xml'
import { loadChunk } from '../../../lib/load-chunk.ts'

/**
 * Returns a file with the diagram that it lacks. Only the diagram is taken from the layout library, which does not keep
 * contents of vendors: everything else stays unchanged.
 *
 * @throws Error when the file cannot be read, or has nothing to draw.
 */
export async function arrange(xml: string): Promise<string> {
  const { layoutProcess } = await loadChunk(() => import('bpmn-auto-layout'))
  const arranged = addDrawing(xml, showIdsIn(await layoutProcess(linkSteps(hideUnreadable(xml)))))
  if (arranged === null) throw new Error('Expected steps to draw, but the file has none.')
  return arranged
}
