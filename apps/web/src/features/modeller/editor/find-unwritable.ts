import type { ModdleElement } from '@millrace/bpmn/moddle'
import type { Element } from 'bpmn-js/lib/model/Types'
import { type DrawingModeler, writeDrawing } from './create-modeler.ts'

/**
 * Returns the name or id of the element whose extension elements prevent a diagram from being written. Null when
 * something else does. It writes the diagram without those of half of the elements, then of a quarter, and so on.
 */
export async function findUnwritable(modeler: DrawingModeler): Promise<string | null> {
  const elements = (modeler.get('elementRegistry').getAll() as Element[]).map(
    ({ businessObject }) => businessObject as unknown as ModdleElement,
  )
  let suspects = [...new Set(elements)].filter((element) => element.get('extensionElements') !== undefined)
  if (suspects.length === 0 || !(await isWritable(modeler, suspects))) return null
  while (suspects.length > 1) {
    const half = suspects.slice(0, suspects.length / 2)
    const rest = suspects.slice(suspects.length / 2)
    // Where both halves have one, the first that is left alone is as good as the other.
    suspects = (await isWritable(modeler, half)) ? half : rest
  }
  const [found] = suspects
  return found === undefined ? null : String(found.get('name') || found.get('id'))
}

async function isWritable(modeler: DrawingModeler, without: readonly ModdleElement[]): Promise<boolean> {
  const held = without.map((element) => element.get('extensionElements'))
  for (const element of without) element.set('extensionElements', undefined)
  try {
    await writeDrawing(modeler)
    return true
  } catch {
    return false
  } finally {
    without.forEach((element, at) => {
      element.set('extensionElements', held[at])
    })
  }
}
