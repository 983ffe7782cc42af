import type { Element, Shape } from 'bpmn-js/lib/model/Types'
import type { DrawingSession } from '../editor/drawing-session.ts'
import type { PaletteItem } from './items.ts'

/** Follows the pointer until it is put down. */
export function dragItem(session: DrawingSession, { shape }: PaletteItem, event: MouseEvent | TouchEvent): void {
  const { modeler } = session
  modeler.get('create').start(event as never, makeShape(session, shape) as never)
}

/** Behind what is selected, connected to it; else in the middle of what is seen. Selected afterwards. */
export function placeItem(session: DrawingSession, { shape }: PaletteItem): void {
  const { modeler } = session
  const made = makeShape(session, shape)
  const [selected] = modeler.get('selection').get() as Shape[]
  const canvas = modeler.get('canvas')
  if (selected !== undefined && follows(selected, shape.type)) {
    modeler.get('autoPlace').append(selected as never, made as never)
  } else {
    const { x, y, width, height } = canvas.viewbox()
    const root = findParent(canvas.getRootElement() as Shape, shape.type)
    const at = { x: Math.round(x + width / 2), y: Math.round(y + height / 2) }
    modeler.get('modeling').createShape(made as never, at, root as never)
  }
  modeler.get('selection').select(made as never)
  canvas.scrollToElement(made as never)
}

function makeShape(session: DrawingSession, shape: PaletteItem['shape']): Element {
  const factory = session.modeler.get('elementFactory') as unknown as {
    createShape(attributes: object): Element
    createParticipantShape(attributes: object): Element
  }
  return shape.type === 'bpmn:Participant'
    ? factory.createParticipantShape({ type: shape.type, isExpanded: true })
    : factory.createShape({ ...shape })
}

/** Among pools a step stands in the first of them. */
function findParent(root: Shape, type: string): Shape {
  if (!root.businessObject.$instanceOf('bpmn:Collaboration') || /Participant|Group|TextAnnotation/.test(type))
    return root
  const pools = (root.children as Shape[]).filter(({ businessObject }) => businessObject.processRef !== undefined)
  return pools[0] ?? root
}

/** Flows lead from one to the other. */
function follows(selected: Shape, type: string): boolean {
  const { businessObject } = selected
  const isNode = businessObject.$instanceOf('bpmn:FlowNode') && !businessObject.$instanceOf('bpmn:EndEvent')
  return isNode && /Task|Activity|Gateway|Intermediate|EndEvent|SubProcess/.test(type)
}
