import type { ListColumn, ListDescription } from '@millrace/contract'
import type { ColumnLayout } from '../../../lib/preferences.ts'

export interface ArrangedColumn {
  readonly name: string
  readonly column: ListColumn
  readonly isShown: boolean
  /** Stays visible while other columns scroll. Columns before a pinned column are pinned too. */
  readonly isPinned: boolean
}

/** Returns all columns in display order: the one with the name of the row, then pinned columns, then the others. */
export function arrangeColumns(
  list: ListDescription,
  { order = [], shown = {}, pinned = [] }: ColumnLayout,
): ArrangedColumn[] {
  const place = (name: string) => (order.includes(name) ? order.indexOf(name) : order.length)
  const rank = (name: string) => (list.columns[name]?.isFixed ? 0 : pinned.includes(name) ? 1 : 2)
  const names = Object.keys(list.columns).sort((a, b) => rank(a) - rank(b) || place(a) - place(b))
  const lastPinned = names.findLastIndex((name) => pinned.includes(name))
  return names.flatMap((name, index) => {
    const column = list.columns[name]
    if (column === undefined) return []
    const isShown = column.isFixed === true || (shown[name] ?? column.isHidden !== true)
    return [{ name, column, isShown, isPinned: index <= lastPinned }]
  })
}

/** Moves a column one step among visible columns of the same kind. */
export function moveColumn(list: ListDescription, layout: ColumnLayout, name: string, step: -1 | 1): ColumnLayout {
  const columns = arrangeColumns(list, layout)
  const own = columns.find((column) => column.name === name)
  if (own === undefined || own.column.isFixed) return layout
  const movable = columns.filter(
    ({ name: other, column, isShown, isPinned }) =>
      !column.isFixed && isPinned === own.isPinned && (isShown || other === name),
  )
  const target = movable[movable.findIndex((column) => column.name === name) + step]
  if (target === undefined) return layout
  const order = columns.map((column) => column.name).filter((other) => other !== name)
  order.splice(order.indexOf(target.name) + (step === 1 ? 1 : 0), 0, name)
  return { ...layout, order }
}

export function canMove(list: ListDescription, layout: ColumnLayout, name: string, step: -1 | 1): boolean {
  return moveColumn(list, layout, name, step) !== layout
}

export function showColumn(layout: ColumnLayout, name: string, isShown: boolean): ColumnLayout {
  return { ...layout, shown: { ...layout.shown, [name]: isShown } }
}

export function pinColumn(layout: ColumnLayout, name: string, isPinned: boolean): ColumnLayout {
  const others = (layout.pinned ?? []).filter((other) => other !== name)
  return { ...layout, pinned: isPinned ? [...others, name] : others }
}
