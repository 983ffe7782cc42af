import type { Element, Shape } from 'bpmn-js/lib/model/Types'
import { getBBox } from 'diagram-js/lib/util/Elements'
import type { DrawingModeler } from '../editor/create-modeler.ts'
import type { DrawingSession } from '../editor/drawing-session.ts'
import { type Box, centreRightOf, findFreeRoom, type Point } from './free-room.ts'
import type { PaletteItem } from './items.ts'
import { listTaken } from './taken-room.ts'

/**
 * Adds an element behind the selected one, connected with it, and starts editing its name. If no element that it may
 * follow is selected, it follows the pointer until the user places it.
 */
export function pressItem(session: DrawingSession, item: PaletteItem, event: MouseEvent): void {
  if (findFollowed(session, item) === undefined) carryItem(session, item, event)
  // The end of what moves the drawing ends the entry of a name as well.
  else session.modeler.get('directEditing').activate(placeItem(session, item) as never)
}

/**
 * Makes a new element follow the pointer until a click or the end of a drag places it in the diagram. Escape cancels.
 */
export function carryItem({ modeler }: DrawingSession, item: PaletteItem, event: MouseEvent | TouchEvent): void {
  const canvas = modeler.get('canvas')
  // A press on anything but the drawing is for what is pressed.
  const cancel = ({ target }: MouseEvent) => {
    if (!canvas.getContainer().contains(target as Node)) modeler.get('dragging').cancel(true)
  }
  modeler.get('create').start(event as never, makeShape(modeler, item) as never)
  window.addEventListener('mousedown', cancel, { capture: true })
  modeler.get('eventBus').once('create.cleanup', () => window.removeEventListener('mousedown', cancel, true))
  // The keys that follow are for the drawing.
  canvas.focus()
}

/**
 * Places an element without a pointer: behind the selected one, otherwise in the free space beside the last one.
 *
 * @returns the new element.
 */
export function placeItem(session: DrawingSession, item: PaletteItem): Shape {
  const { modeler } = session
  const made = makeShape(modeler, item) as Shape
  const followed = findFollowed(session, item)
  if (followed === undefined) placeNextToLast(modeler, made)
  else modeler.get('autoPlace').append(followed as never, made as never)
  modeler.get('selection').select(made as never)
  modeler.get('canvas').scrollToElement(made as never)
  return made
}

/** The selected element, where flows may lead from it to an element of the palette. */
function findFollowed({ modeler }: DrawingSession, { shape }: PaletteItem): Shape | undefined {
  const [selected] = modeler.get('selection').get() as Shape[]
  return selected !== undefined && follows(selected, shape) ? selected : undefined
}

function placeNextToLast(modeler: DrawingModeler, made: Shape): void {
  const canvas = modeler.get('canvas')
  const root = canvas.getRootElement() as Shape
  const parent = findParent(root, made.type)
  const last = ((parent.children ?? []) as Shape[]).findLast(isNeighbour)
  const from = centreRightOf(last, made, parent === root ? middleOf(canvas.viewbox()) : middleOf(parent))
  const at = fitAround(made, parent) ?? findFreeRoom(listTaken(modeler, parent), made, { from, way: 'right' })
  modeler.get('modeling').createShape(made as never, at, parent as never)
}

/** The first pool takes all steps of its process, as it does when it is placed by the pointer. */
function fitAround(made: Shape, parent: Shape): Point | null {
  const steps = ((parent.children ?? []) as Shape[]).filter((one) => one.type !== 'bpmn:Group' && !('waypoints' in one))
  if (made.type !== 'bpmn:Participant' || parent.type !== 'bpmn:Process' || steps.length === 0) return null
  const { x, y, width, height } = getBBox(steps as never)
  Object.assign(made, {
    width: Math.max(made.width, width + 2 * poolPadding + poolHead),
    height: Math.max(made.height, height + 2 * poolPadding),
  })
  return middleOf({ x: x - poolHead, y, width: width + poolHead, height })
}

/** Pixels of the drawing, as in bpmn-js: between the steps of a pool and its border, and of the part with its name. */
const poolPadding = 20
const poolHead = 30

function middleOf({ x, y, width, height }: Box): Point {
  return { x: Math.round(x + width / 2), y: Math.round(y + height / 2) }
}

/** Whether something may be put beside an element: not beside labels, flows and what is attached to a border. */
function isNeighbour(element: Shape): boolean {
  return (
    !('waypoints' in element) &&
    (element as { labelTarget?: Shape }).labelTarget === undefined &&
    !/:(Lane|BoundaryEvent)$/.test(element.type)
  )
}

/** Creates an element without a parent. The service that it runs is written in the dialect of the file. */
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

/** Among pools a step is in the first of them. */
function findParent(root: Shape, type: string): Shape {
  if (!root.businessObject.$instanceOf('bpmn:Collaboration') || /Participant|Group|TextAnnotation/.test(type))
    return root
  const pools = (root.children as Shape[]).filter(({ businessObject }) => isSet(businessObject.get('processRef')))
  return pools[0] ?? root
}

function isSet(value: unknown): boolean {
  return value !== undefined && value !== null
}

/** Returns whether a sequence flow can lead from one element to the other. */
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
