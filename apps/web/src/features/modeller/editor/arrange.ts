import { addDrawing, hideUnreadable, linkSteps } from '@millrace/bpmn/keep'
import { showIdsIn } from '@millrace/xml'
import { loadChunk } from '../../../lib/load-chunk.ts'

/**
 * Returns a file with the drawing that it lacks. Only the drawing is taken from what arranges the steps, which does not
 * keep contents of vendors: all else stays as it was written.
 *
 * @throws Error when the file cannot be read, or has nothing to draw.
 */
export async function arrange(xml: string): Promise<string> {
  const { layoutProcess } = await loadChunk(() => import('bpmn-auto-layout'))
  const arranged = addDrawing(xml, showIdsIn(await layoutProcess(linkSteps(hideUnreadable(xml)))))
  if (arranged === null) throw new Error('Expected steps to draw, but the file has none.')
  return arranged
}
