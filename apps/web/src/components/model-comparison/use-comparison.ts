import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { DiagramViewer } from '../bpmn-diagram/create-viewer.ts'
import { centre, fitDiagram } from '../bpmn-diagram/create-viewer.ts'
import { drawComparison, type Marks } from './draw-comparison.ts'

export type DrawingState = 'loading' | 'ready' | 'undrawn' | 'failed'

/** The two diagrams of a comparison, which scroll together. */
export type Together = Set<DiagramViewer>

interface Drawn {
  readonly xml: string
  readonly marks: Marks
  readonly selected: string | null
  readonly together: RefObject<Together>
  readonly onSelect: (id: string | null) => void
}

/** Controls one diagram of a comparison: drawn once for each file, and scrolled to the selected difference. */
export function useComparison({
  xml,
  marks,
  selected,
  together,
  onSelect,
}: Drawn): [RefObject<HTMLDivElement | null>, DrawingState] {
  const container = useRef<HTMLDivElement>(null)
  const viewer = useRef<DiagramViewer>(null)
  const [state, setState] = useState<DrawingState>('loading')
  const click = useEffectEvent((id: string) => onSelect(marks.has(id) ? id : null))
  useEffect(() => {
    const region = container.current
    if (region === null) return
    const drawings = together.current
    let isLeft = false
    let drawn: DiagramViewer | null = null
    setState('loading')
    drawComparison(region, xml, marks).then(
      (created) => {
        if (isLeft) {
          created?.destroy()
          return
        }
        if (created === null) {
          setState('undrawn')
          return
        }
        drawn = created
        viewer.current = created
        drawings.add(created)
        follow(created, drawings)
        created
          .get('eventBus')
          .on('element.click', ({ element }: { element: { id: string; labelTarget?: { id: string } } }) =>
            click(element.labelTarget?.id ?? element.id),
          )
        setState('ready')
      },
      () => {
        if (!isLeft) setState('failed')
      },
    )
    const watch = new ResizeObserver(() => {
      if (drawn === null) return
      drawn.get('canvas').resized()
      fitDiagram(drawn)
    })
    watch.observe(region)
    return () => {
      isLeft = true
      watch.disconnect()
      viewer.current = null
      if (drawn === null) return
      drawings.delete(drawn)
      drawn.destroy()
    }
  }, [xml, marks, together])
  useEffect(() => {
    if (state !== 'ready' || viewer.current === null) return
    show(viewer.current, selected)
  }, [selected, state])
  return [container, state]
}

/** Smaller than this, words cannot be read. */
const readable = 0.7

/** Moves the other diagrams with a diagram that the user moves. */
function follow(viewer: DiagramViewer, together: Together): void {
  viewer
    .get('eventBus')
    .on('canvas.viewbox.changed', ({ viewbox }: { viewbox: { x: number; y: number; scale: number } }) => {
      for (const other of together) {
        if (other === viewer) continue
        const { x, y, scale, outer } = other.get('canvas').viewbox()
        if (isNear(x, viewbox.x) && isNear(y, viewbox.y) && isNear(scale, viewbox.scale)) continue
        const [width, height] = [outer.width / viewbox.scale, outer.height / viewbox.scale]
        if (width > 0 && height > 0) other.get('canvas').viewbox({ x: viewbox.x, y: viewbox.y, width, height })
      }
    })
}

function isNear(one: number, other: number): boolean {
  return Math.abs(one - other) < 0.01
}

function show(viewer: DiagramViewer, id: string | null): void {
  const element = id === null ? undefined : viewer.get('elementRegistry').get(id)
  const canvas = viewer.get('canvas')
  if (element === undefined || canvas.getRootElements().includes(element as never)) {
    viewer.get('selection').select(null)
    return
  }
  // What is in a collapsed sub-process has a drawing of its own.
  const root = canvas.findRoot(element as never)
  if (root !== undefined && root !== null) canvas.setRootElement(root)
  viewer.get('selection').select(element)
  // Words that cannot be read say nothing.
  if (canvas.zoom() < readable) canvas.zoom(readable, centre)
  canvas.scrollToElement(element as never, 80)
}
