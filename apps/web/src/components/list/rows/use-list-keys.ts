import type { KeyboardEvent, RefObject } from 'react'
import { usePageKeys } from '../../../lib/use-page-keys.ts'

/** The keyboard actions for rows, by index. */
export interface RowKeys {
  readonly toggle: (index: number) => void
  readonly extendTo: (index: number) => void
  readonly toggleAll: () => void
  /** Null: nothing is selected. */
  readonly clear: (() => void) | null
}

/**
 * Adds keys to a list. Arrows, Home and End move through the rows when a row has the focus, and `j` and `k` from
 * anywhere on the page. The focus is on the link of the row, so that Enter opens it. `x` selects the row, Shift with
 * arrows selects several rows, `a` selects the page, and Escape clears the selection.
 */
export function useListKeys(
  table: RefObject<HTMLElement | null>,
  selection: RowKeys | null,
): (event: KeyboardEvent) => void {
  const rows = () => [...(table.current?.querySelectorAll<HTMLElement>('[data-rows] > *, tbody > tr') ?? [])]
  const current = () => rows().findIndex((row) => row.contains(document.activeElement))
  const go = (index: number) => {
    const all = rows()
    const row = all[Math.min(Math.max(index, 0), all.length - 1)]
    const target = row?.querySelector<HTMLElement>('a[href]') ?? row
    target?.focus()
    row?.scrollIntoView({ block: 'nearest' })
  }
  usePageKeys({
    j: () => go(current() + 1),
    k: () => go(Math.max(0, current() - 1)),
    x: selection === null ? undefined : () => selection.toggle(current()),
    a: selection?.toggleAll,
    Escape: selection?.clear ?? undefined,
  })
  return (event) => {
    const index = current()
    const isInField =
      event.target instanceof HTMLElement && event.target.closest('input:not([type=checkbox]), [role=menu]')
    if (index === -1 || isInField) return
    const target = { ArrowDown: index + 1, ArrowUp: index - 1, Home: 0, End: Number.MAX_SAFE_INTEGER }[event.key]
    if (target === undefined) return
    event.preventDefault()
    if (event.shiftKey && selection !== null) {
      selection.extendTo(index)
      selection.extendTo(Math.min(Math.max(target, 0), rows().length - 1))
    }
    go(target)
  }
}
