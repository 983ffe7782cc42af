import { choosePlanes, hideUnreadable, showIds } from '@millrace/bpmn/keep'
import type { ModdleElement } from 'bpmn-js/lib/model/Types'

interface Reader {
  get(name: 'moddle'): { fromXML(xml: string): Promise<{ rootElement: ModdleElement }> }
}

/**
 * Reads a file to look at it, as the modeller and the engine read it: references lead to what they name with any prefix,
 * and a plane shows what is drawn in it.
 *
 * @throws Error when it cannot be read.
 */
export async function readDrawing(viewer: Reader, xml: string): Promise<ModdleElement> {
  const { rootElement } = await viewer.get('moddle').fromXML(hideUnreadable(xml))
  showIds(rootElement as never)
  choosePlanes(rootElement as never)
  return rootElement
}
