import type { DiagramViewer } from './create-viewer.ts'
import classes from './plan.module.css'
import { type DrawnElement, findStep, type ModelStep } from './read-model.ts'

/** Dragging of tokens from one element to another. */
export interface TokenDrag {
  /** Whether something is open at an element, so that it can be dragged. */
  readonly canDrag: (elementId: string) => boolean
  /** Whether a token can be dropped at an element. */
  readonly canDrop: (elementId: string) => boolean
  readonly onDrop: (from: string, to: string) => void
}

interface Pressed {
  readonly element: DrawnElement
  readonly originalEvent: MouseEvent
  readonly stopPropagation: () => void
}

/** Makes elements with tokens draggable. The view does not move while one is dragged. */
export function enableDrag(
  viewer: DiagramViewer,
  { listSteps, find }: { readonly listSteps: () => readonly ModelStep[]; readonly find: () => TokenDrag | undefined },
): void {
  const bus = viewer.get('eventBus')
  let hovered: ModelStep | null = null
  bus.on('element.hover', ({ element }: { element: DrawnElement }) => {
    hovered = findStep(listSteps(), element)
  })
  bus.on('element.out', () => {
    hovered = null
  })
  // Before the module that moves the view.
  bus.on('element.mousedown', 2_000, (event: Pressed) => {
    const drag = find()
    const source = findStep(listSteps(), event.element)
    if (drag === undefined || source === null || event.originalEvent.button !== 0 || !drag.canDrag(source.id)) return
    event.stopPropagation()
    // Else the browser selects the labels on the way.
    event.originalEvent.preventDefault()
    hovered = source
    follow(viewer, source.id, { drag, target: () => hovered })
  })
}

function follow(
  viewer: DiagramViewer,
  from: string,
  { drag, target }: { readonly drag: TokenDrag; readonly target: () => ModelStep | null },
): void {
  const canvas = viewer.get('canvas')
  const source = viewer.get('elementRegistry').get(from)
  if (source === undefined || !('width' in source)) return
  const start = { x: source.x + source.width / 2, y: source.y + source.height / 2 }
  const ghost = document.createElementNS('http://www.w3.org/2000/svg', 'path')
  ghost.setAttribute('class', classes.ghost ?? '')
  let marked: { id: string; marker: string } | null = null
  const unmark = () => {
    if (marked !== null) canvas.removeMarker(marked.id, marked.marker)
    marked = null
  }
  const move = (event: MouseEvent) => {
    if (ghost.parentNode === null) canvas.getLayer('ghost', 950).append(ghost)
    const { x, y, scale } = canvas.viewbox()
    const frame = canvas.getContainer().getBoundingClientRect()
    const to = { x: x + (event.clientX - frame.left) / scale, y: y + (event.clientY - frame.top) / scale }
    ghost.setAttribute('d', `M${start.x} ${start.y} L${to.x} ${to.y}`)
    const over = target()
    if (over?.id === marked?.id) return
    unmark()
    if (over === null || over.id === from) return
    marked = { id: over.id, marker: drag.canDrop(over.id) ? 'is-target' : 'is-forbidden' }
    canvas.addMarker(marked.id, marked.marker)
  }
  const end = (event: Event) => {
    removeEventListener('mousemove', move)
    removeEventListener('mouseup', end)
    removeEventListener('keydown', stop, { capture: true })
    ghost.remove()
    unmark()
    const over = target()
    if (event.type === 'mouseup' && over !== null && over.id !== from && drag.canDrop(over.id))
      drag.onDrop(from, over.id)
  }
  const stop = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    event.preventDefault()
    event.stopPropagation()
    end(event)
  }
  addEventListener('mousemove', move)
  addEventListener('mouseup', end)
  addEventListener('keydown', stop, { capture: true })
}
