import { isElement, listElements, type ModdleElement } from '../moddle/moddle-element.ts'

/**
 * Fixes the element of each plane where a file names a wrong one: some tools name an empty process, or an element that
 * does not exist, and draw pools and steps of another one. Call it right after `fromXML`.
 */
export function choosePlanes(definitions: ModdleElement): void {
  const planes = listElements(definitions.get('diagrams'))
    .map((diagram) => diagram.get('plane'))
    .filter(isElement)
  for (const plane of planes) {
    const shown = plane.get('bpmnElement')
    const drawn = listElements(plane.get('planeElement'))
      .map((one) => one.get('bpmnElement'))
      .filter(isElement)
    if (isElement(shown) && !isWrong(shown, drawn)) continue
    const root = findRoot(drawn)
    if (root !== null && !planes.some((other) => other.get('bpmnElement') === root)) plane.set('bpmnElement', root)
  }
}

function isWrong(shown: ModdleElement, drawn: readonly ModdleElement[]): boolean {
  if (shown.$type !== 'bpmn:Process') return false
  return drawn.some(isParticipant) || (drawn.length > 0 && listElements(shown.get('flowElements')).length === 0)
}

/** Returns the collaboration of a pool that is drawn, else the process of the first element that belongs to one. */
function findRoot(drawn: readonly ModdleElement[]): ModdleElement | null {
  const pool = drawn.find(isParticipant)
  if (pool?.$parent !== undefined) return pool.$parent
  for (const element of drawn)
    for (let at: ModdleElement | undefined = element; at !== undefined; at = at.$parent)
      if (at.$type === 'bpmn:Process') return at
  return null
}

function isParticipant({ $type }: ModdleElement): boolean {
  return $type === 'bpmn:Participant'
}
