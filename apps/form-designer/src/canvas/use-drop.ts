import { type RefObject, useEffect } from 'react'
import { t } from '../../../web/src/lib/i18n.ts'
import { nameHolder, nameNode, nameType } from '../model/names.ts'
import { combine, draggable, dropTargetForElements, monitorForElements } from '../scripts.ts'
import { insertNew, moveTo } from '../store/actions.ts'
import type { DesignerStore } from '../store/designer-store.ts'
import { useStore } from '../store/use-designer.ts'
import { canDrop, type DragSource, dragSource, findEdge, readDragSource, toPlace } from './drag-data.ts'

interface Input {
  readonly clientX: number
  readonly clientY: number
}

/** Makes an element of a node draggable, and a drop target for other nodes. */
export function useDragNode(id: string, element: RefObject<HTMLElement | null>): void {
  const store = useStore()
  useEffect(() => {
    if (element.current === null) return
    const box = element.current
    return combine(
      draggable({
        element: box,
        getInitialData: () => dragSource({ kind: 'node', id }),
      }),
      dropTargetForElements({
        element: box,
        canDrop: ({ source }) => readDragSource(source.data) !== null,
        getData: ({ input, source }) => ({
          target: id,
          edge: measureEdge(store, { id, box, input, source: source.data }),
        }),
      }),
    )
  }, [id, store, element])
}

/** Makes the canvas a drop target that appends the dropped node to the form. */
export function useDropForm(element: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    if (element.current === null) return
    return dropTargetForElements({
      element: element.current,
      canDrop: ({ source }) => readDragSource(source.data) !== null,
      getData: () => ({ target: null, edge: 'inside' }),
    })
  }, [element])
}

/**
 * Follows all drags: marks the position where the dragged node would be inserted, and inserts it there when it is
 * dropped.
 */
export function useDragMonitor(): void {
  const store = useStore()
  useEffect(
    () =>
      monitorForElements({
        canMonitor: ({ source }) => readDragSource(source.data) !== null,
        onDrag: ({ source, location }) => follow(store, readDragSource(source.data), location.current.dropTargets),
        onDropTargetChange: ({ source, location }) =>
          follow(store, readDragSource(source.data), location.current.dropTargets),
        onDrop: ({ source, location }) => {
          const dragged = readDragSource(source.data)
          // The pointer may have gone on since the last time that it was looked.
          follow(store, dragged, location.current.dropTargets)
          drop(store, dragged)
        },
      }),
    [store],
  )
}

function measureEdge(
  store: DesignerStore,
  given: { id: string; box: HTMLElement; input: Input; source: Readonly<Record<string | symbol, unknown>> },
): string | null {
  const source = readDragSource(given.source)
  if (source === null) return null
  const { left, top, width, height } = given.box.getBoundingClientRect()
  const { clientX, clientY } = given.input
  const pointer = { x: (clientX - left) / Math.max(1, width), y: (clientY - top) / Math.max(1, height), height }
  return findEdge(store.design, { source, target: given.id, pointer })
}

type Target = { readonly data: Readonly<Record<string | symbol, unknown>> }

/** The innermost target that may have it counts. */
function follow(store: DesignerStore, source: DragSource | null, targets: readonly Target[]): void {
  if (source === null) return
  const { design } = store
  for (const { data } of targets) {
    const { target, edge } = data as {
      target?: string | null
      edge?: 'top' | 'bottom' | 'left' | 'right' | 'inside' | null
    }
    if (target === undefined || edge === undefined || edge === null) continue
    const place = toPlace(design, target, edge)
    if (place === null || !canDrop(design, source, place)) continue
    store.showDrop({ node: target, edge, text: describe(store, source) })
    return
  }
  store.showDrop(null)
}

function drop(store: DesignerStore, source: DragSource | null): void {
  const { drop: mark } = store.getState()
  store.showDrop(null)
  if (mark === null || source === null) return
  const place = toPlace(store.design, mark.node, mark.edge)
  if (place === null) return
  if (source.kind === 'new') insertNew(store, source.type, place)
  else moveTo(store, source.id, place)
}

function describe(store: DesignerStore, source: DragSource): string {
  if (source.kind === 'new') return t('designer.canvas.dropHere', { name: nameType(source.type) })
  const node = store.design.nodes[source.id]
  return t('designer.canvas.dropHere', { name: node === undefined ? nameHolder(store.design, null) : nameNode(node) })
}
