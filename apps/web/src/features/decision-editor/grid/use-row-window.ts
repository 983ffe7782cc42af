import { type RefObject, useState } from 'react'

/** Pixels of a row when not all of them are drawn. */
const height = 38
/** Rules from which on only those in view are drawn. */
const many = 200
/** Rows that are drawn above and below. */
const around = 15

export interface RowWindow {
  readonly isTall: boolean
  readonly first: number
  readonly last: number
  /** Pixels of the rows that are not drawn. */
  readonly before: number
  readonly after: number
  readonly follow: () => void
  /** Scrolls to a row. */
  readonly reveal: (row: number) => void
}

/** Returns the rows to render: all rows of a small table, and the visible ones of a large table. */
export function useRowWindow(scroller: RefObject<HTMLElement | null>, count: number): RowWindow {
  const [top, setTop] = useState(0)
  const isTall = count > many
  const shown = Math.ceil((scroller.current?.clientHeight ?? 800) / height)
  const first = isTall ? Math.max(0, Math.min(count - 1, top) - around) : 0
  const last = isTall ? Math.min(count, top + shown + around) : count
  return {
    isTall,
    first,
    last,
    before: first * height,
    after: (count - last) * height,
    follow: () => {
      if (isTall) setTop(Math.floor((scroller.current?.scrollTop ?? 0) / height))
    },
    reveal: (row) => {
      if (scroller.current === null || !isTall) return
      scroller.current.scrollTop = row * height
      setTop(row)
    },
  }
}
