import type { Element, Shape } from 'bpmn-js/lib/model/Types'
import type { DrawingModeler } from '../editor/create-modeler.ts'
import type { DrawingSession } from '../editor/drawing-session.ts'
import type { PaletteItem } from './items.ts'

/** Follows the pointer until it is put down. */
export function dragItem(session: DrawingSession, item: PaletteItem, event: MouseEvent | TouchEvent): void {
  const { modeler } = session
  modeler.get('create').start(event as never, makeShape(modeler, item) as never)
}

/** Behind what is selected, connected to it; else in the middle of what is seen. Selected afterwards. */
export function placeItem(session: DrawingSession, item: PaletteItem): void {
  const { modeler } = session
  const { shape } = item
  const made = makeShape(modeler, item)
  const [selected] = modeler.get('selection').get() as Shape[]
  const canvas = modeler.get('canvas')
  if (selected !== undefined && follows(selected, shape)) {
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

/** An element that nothing holds yet. What a service runs is written in the words of the file. */
export function makeShape(modeler: Pick<DrawingModeler, 'get'>, { shape, service }: PaletteItem): Element {
  const factory = modeler.get('elementFactory') as unknown as {
    createShape(attributes: object): Element
    createParticipantShape(attributes: object): Element
  }
  if (shape.type === 'bpmn:Participant') return factory.createParticipantShape({ type: shape.type, isExpanded: true })
  const made = factory.createShape({ ...shape })
  if (service !== undefined) made.businessObject.set(`${modeler.get('dialect')}:type`, service)
  return made
}

/** Among pools a step stands in the first of them. */
function findParent(root: Shape, type: string): Shape {
  if (!root.businessObject.$instanceOf('bpmn:Collaboration') || /Participant|Group|TextAnnotation/.test(type))
    return root
  const pools = (root.children as Shape[]).filter(({ businessObject }) => businessObject.processRef !== undefined)
  return pools[0] ?? root
}

/** Flows lead from one to the other. */
export function follows(
  selected: Shape,
  { type, eventDefinitionType, triggeredByEvent }: PaletteItem['shape'],
): boolean {
  const { businessObject } = selected
  if (!businessObject.$instanceOf('bpmn:FlowNode') || businessObject.$instanceOf('bpmn:EndEvent')) return false
  if (businessObject.get('triggeredByEvent') === true || triggeredByEvent === true) return false
  const isLink = eventDefinitionType === 'bpmn:LinkEventDefinition'
  if (type === 'bpmn:IntermediateCatchEvent') return !isLink
  // Behind it something is waited for, and nothing else (BPMN 2.0, 10.6.6).
  if (businessObject.$instanceOf('bpmn:EventBasedGateway')) return type === 'bpmn:ReceiveTask'
  return /Task|Activity|Gateway|Intermediate|EndEvent|SubProcess/.test(type)
}
