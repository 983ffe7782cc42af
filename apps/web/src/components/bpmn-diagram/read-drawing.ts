import { choosePlanes, hideUnreadable, showIds } from '@millrace/bpmn/keep'
import type { ModdleElement } from 'bpmn-js/lib/model/Types'

interface Reader {
  get(name: 'moddle'): { fromXML(xml: string): Promise<{ rootElement: ModdleElement }> }
}

/**
 * Reads a file for display, in the same way as the modeller and the engine: references are resolved with any prefix,
 * and each plane has the element whose parts it shows.
 *
 * @throws Error when it cannot be read.
 */
export async function readDrawing(viewer: Reader, xml: string): Promise<ModdleElement> {
  const { rootElement } = await viewer.get('moddle').fromXML(hideUnreadable(xml))
  showIds(rootElement as never)
  choosePlanes(rootElement as never)
  return rootElement
}
