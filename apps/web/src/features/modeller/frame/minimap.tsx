import { type PointerEvent, useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { DrawingModeler } from '../editor/create-modeler.ts'
import { useDrawing, useSession } from '../editor/use-session.ts'
import classes from './minimap.module.css'

interface Box {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** Milliseconds after a change until it is seen here: whoever draws does not wait for it. */
const delay = 250

/**
 * The overview of the whole diagram, with the visible section. A click moves the section there; keys move it in the
 * diagram itself.
 */
export function Minimap() {
  const { t } = useTranslation()
  const { modeler } = useSession()
  const step = useDrawing((state) => state.step)
  const [drawn, setDrawn] = useState(step)
  const [view, setView] = useState<Box>(() => ({ ...modeler.get('canvas').viewbox() }))
  useEffect(() => {
    const timer = setTimeout(() => setDrawn(step), delay)
    return () => clearTimeout(timer)
  }, [step])
  useEffect(() => {
    const bus = modeler.get('eventBus')
    const follow = () => {
      const { x, y, width, height } = modeler.get('canvas').viewbox()
      setView({ x, y, width, height })
    }
    bus.on('canvas.viewbox.changed', follow)
    return () => bus.off('canvas.viewbox.changed', follow)
  }, [modeler])
  // biome-ignore lint/correctness/useExhaustiveDependencies: read again after each change
  const shapes = useMemo(() => listShapes(modeler), [modeler, drawn])
  const all = useMemo(() => surround([...shapes, view]), [shapes, view])
  const move = (event: PointerEvent<SVGSVGElement>) => {
    if (event.buttons !== 1) return
    const point = new DOMPoint(event.clientX, event.clientY)
    const { x, y } = point.matrixTransform(event.currentTarget.getScreenCTM()?.inverse())
    const { width, height } = modeler.get('canvas').viewbox()
    modeler.get('canvas').viewbox({ x: x - width / 2, y: y - height / 2, width, height })
  }
  return (
    <div className={classes.minimap}>
      <svg
        viewBox={`${all.x} ${all.y} ${all.width} ${all.height}`}
        role="img"
        aria-label={t('modeller.tools.minimap')}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId)
          move(event)
        }}
        onPointerMove={move}
      >
        <title>{t('modeller.tools.minimap')}</title>
        {shapes.map(({ x, y, width, height }) => (
          <rect key={`${x} ${y} ${width} ${height}`} className={classes.shape} {...{ x, y, width, height }} />
        ))}
        <rect className={classes.view} x={view.x} y={view.y} width={view.width} height={view.height} />
      </svg>
    </div>
  )
}

function listShapes(modeler: DrawingModeler): Box[] {
  const canvas = modeler.get('canvas')
  const root = canvas.getRootElement()
  return (
    modeler
      .get('elementRegistry')
      .filter((element) => 'width' in element && !('labelTarget' in element && element.labelTarget !== undefined))
      .filter((element) => element !== root && canvas.findRoot(element as never) === root)
      .map((element) => element as unknown as Box)
      .map(({ x, y, width, height }) => ({ x, y, width, height }))
      // What has no place yet, such as what is being drawn.
      .filter((box) => Object.values(box).every(Number.isFinite))
  )
}

function surround(boxes: readonly Box[]): Box {
  const x = Math.min(...boxes.map((box) => box.x))
  const y = Math.min(...boxes.map((box) => box.y))
  const right = Math.max(...boxes.map((box) => box.x + box.width))
  const bottom = Math.max(...boxes.map((box) => box.y + box.height))
  return { x, y, width: Math.max(1, right - x), height: Math.max(1, bottom - y) }
}
