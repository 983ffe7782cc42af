import type { IconDocs } from '@millrace/contract'
import { type KeyboardEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { IconImage } from '../icon/icon.tsx'
import classes from './icon-picker.module.css'

interface Props {
  readonly docs: IconDocs
  readonly names: readonly string[]
  readonly value: string | null
  readonly onChange: (value: string) => void
}

const columns = 8
/** Pixels, as in the style sheet. */
const rowHeight = 44
const viewHeight = 264
/** Rows before and after those that are in sight. */
const margin = 4

/**
 * A grid of thousands of icons, of which only the visible ones are rendered. One has the focus; arrow keys, Page Up and
 * Down, Home and End move it.
 */
export function IconGrid({ docs, names, value, onChange }: Props) {
  const { t } = useTranslation()
  const chosen = names.findIndex((name) => `${name}:${docs.set}` === value)
  const [active, setActive] = useState(Math.max(0, chosen))
  const [top, setTop] = useState(0)
  const view = useRef<HTMLDivElement>(null)
  const rows = Math.ceil(names.length / columns)
  const activeRow = Math.floor(active / columns)
  const from = Math.max(0, Math.floor(top / rowHeight) - margin)
  const to = Math.min(rows, Math.ceil((top + viewHeight) / rowHeight) + margin)
  const shown = listRows(from, to, activeRow < rows ? activeRow : null)

  const move = (event: KeyboardEvent) => {
    const next = findNext(event.key, active, names.length)
    if (next === null) return
    event.preventDefault()
    setActive(next)
    const row = Math.floor(next / columns)
    const scroller = view.current
    if (scroller !== null) {
      const [start, end] = [row * rowHeight, (row + 1) * rowHeight]
      if (start < scroller.scrollTop) scroller.scrollTop = start
      if (end > scroller.scrollTop + viewHeight) scroller.scrollTop = end - viewHeight
    }
    // The row may not be in the page before it is drawn again.
    requestAnimationFrame(() => scroller?.querySelector<HTMLElement>('[tabindex="0"]')?.focus())
  }
  return (
    <div
      ref={view}
      role="listbox"
      aria-label={t('icons.icons')}
      className={classes.view}
      onScroll={(event) => setTop(event.currentTarget.scrollTop)}
      onKeyDown={move}
    >
      <div style={{ height: rows * rowHeight }} className={classes.all} role="presentation">
        {shown.map((row) => (
          <div key={row} className={classes.row} style={{ top: row * rowHeight }} role="presentation">
            {names.slice(row * columns, (row + 1) * columns).map((name, column) => {
              const place = row * columns + column
              return (
                <button
                  key={name}
                  type="button"
                  role="option"
                  aria-selected={place === chosen}
                  aria-label={name}
                  aria-posinset={place + 1}
                  aria-setsize={names.length}
                  title={name}
                  tabIndex={place === active ? 0 : -1}
                  className={classes.option}
                  onClick={() => {
                    setActive(place)
                    onChange(`${name}:${docs.set}`)
                  }}
                >
                  <IconImage picture={{ size: docs.size, body: docs.icons[name] ?? '' }} size={20} />
                </button>
              )
            })}
          </div>
        ))}
      </div>
    </div>
  )
}

/** Returns the rows in sight, and that of the focus, so that it is not lost when it scrolls out. */
function listRows(from: number, to: number, focused: number | null): number[] {
  const rows = Array.from({ length: Math.max(0, to - from) }, (_, index) => from + index)
  return focused === null || (focused >= from && focused < to) ? rows : [...rows, focused].sort((a, b) => a - b)
}

function findNext(key: string, active: number, count: number): number | null {
  const page = Math.floor(viewHeight / rowHeight) * columns
  const steps: Readonly<Record<string, number>> = {
    ArrowRight: 1,
    ArrowLeft: -1,
    ArrowDown: columns,
    ArrowUp: -columns,
    PageDown: page,
    PageUp: -page,
    Home: -active,
    End: count - 1 - active,
  }
  const step = Object.hasOwn(steps, key) ? steps[key] : undefined
  if (step === undefined || count === 0) return null
  return Math.min(count - 1, Math.max(0, active + step))
}
