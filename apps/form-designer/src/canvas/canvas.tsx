import { type RefObject, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useDesigner, useStore } from '../store/use-designer.ts'
import { useNodeKeys } from '../store/use-keys.ts'
import classes from './canvas.module.css'
import { CanvasNodes } from './canvas-node.tsx'
import type { Device } from './device.ts'
import { useDragMonitor, useDropForm } from './use-drop.ts'

interface Props {
  readonly device: Device
  /** In percent. */
  readonly zoom: number
  /** Puts the focus on the name of what is selected. */
  readonly onRename: () => void
}

/** The canvas of the form, with all mouse and keyboard actions on its nodes. */
export function Canvas({ device, zoom, onRename }: Props) {
  const { t } = useTranslation()
  const store = useStore()
  const region = useRef<HTMLDivElement>(null)
  const sheet = useRef<HTMLDivElement>(null)
  const root = useDesigner(({ stack }) => stack.design.root)
  const isOver = useDesigner(({ drop }) => drop !== null && drop.node === null)
  const onKeyDown = useNodeKeys({ onRename })
  useDragMonitor()
  // Also beside the sheet, which is small while it is empty.
  useDropForm(region)
  useFocusOnCanvas(region)
  return (
    // biome-ignore lint/a11y/useSemanticElements: no fields of one question, but the parts of a form that is drawn
    <div
      ref={region}
      className={classes.canvas}
      role="group"
      aria-label={t('designer.canvas.label')}
      aria-describedby="designer-canvas-keys"
      data-region="canvas"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the keys work in it
      tabIndex={0}
      onKeyDown={onKeyDown}
      onFocus={() => {
        store.region = 'canvas'
      }}
      onClick={() => store.select(null)}
    >
      <p id="designer-canvas-keys" hidden>
        {t('designer.canvas.keys')}
      </p>
      <div
        ref={sheet}
        className={classes.sheet}
        style={{ zoom: zoom / 100 }}
        data-device={device}
        data-over={isOver || undefined}
      >
        {root.length === 0 ? (
          <div className={classes.empty}>
            <p className={classes.emptyTitle}>{t('designer.canvas.empty')}</p>
            <p>{t('designer.canvas.emptyHint')}</p>
          </div>
        ) : (
          <CanvasNodes ids={root} />
        )}
        <FormDropMark />
      </div>
    </div>
  )
}

function FormDropMark() {
  const text = useDesigner(({ drop }) => (drop !== null && drop.node === null ? drop.text : null))
  return text === null ? null : <div className={classes.dropEnd}>{text}</div>
}

/** Moves the focus where it is asked for, unless it stays in the outline. */
function useFocusOnCanvas(region: RefObject<HTMLDivElement | null>): void {
  const focus = useDesigner((state) => state.focus)
  const store = useStore()
  useEffect(() => {
    if (focus === null || store.region !== 'canvas') return
    region.current?.querySelector<HTMLElement>(`[data-node="${focus.id}"]`)?.focus()
  }, [focus, region, store])
}
