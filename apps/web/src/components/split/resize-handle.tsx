import { type KeyboardEvent, type PointerEvent, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './resize-handle.module.css'

interface Props {
  readonly orientation: 'vertical' | 'horizontal'
  /** Pixels of the region before the handle. */
  readonly size: number
  readonly min: number
  readonly max: number
  /** Id of the region that changes. */
  readonly controls: string
  readonly onChange: (size: number) => void
}

/** Pixels for an arrow key. */
const step = 16

/** A line that can be dragged, or moved with the arrow keys. */
export function ResizeHandle({ orientation, size, min, max, controls, onChange }: Props) {
  const { t } = useTranslation()
  const drag = useRef<{ readonly from: number; readonly size: number } | null>(null)
  const set = (next: number) => onChange(Math.round(Math.min(max, Math.max(min, next))))
  const position = (event: PointerEvent) => (orientation === 'vertical' ? event.clientX : event.clientY)
  const onKeyDown = (event: KeyboardEvent) => {
    const change = { ArrowLeft: -step, ArrowUp: -step, ArrowRight: step, ArrowDown: step }[event.key]
    if (change === undefined) return
    event.preventDefault()
    set(size + change)
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a rule cannot take the focus or carry a value
    <div
      role="separator"
      tabIndex={0}
      className={classes.handle}
      aria-orientation={orientation}
      aria-label={t('common.resizeHandle')}
      aria-controls={controls}
      aria-valuenow={size}
      aria-valuemin={min}
      aria-valuemax={max}
      onKeyDown={onKeyDown}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId)
        drag.current = { from: position(event), size }
      }}
      onPointerMove={(event) => {
        if (drag.current !== null) set(drag.current.size + position(event) - drag.current.from)
      }}
      onPointerUp={() => {
        drag.current = null
      }}
      onPointerCancel={() => {
        drag.current = null
      }}
    />
  )
}
