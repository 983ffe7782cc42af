/** A cell of the grid, by row and column of the visible page. */
export interface GridPlace {
  readonly row: number
  readonly column: number
}

/** A range of cells, from the cell where the selection began to the current one. */
export interface GridRange {
  readonly anchor: GridPlace
  readonly focus: GridPlace
}

export interface GridBounds {
  readonly top: number
  readonly bottom: number
  readonly left: number
  readonly right: number
}

export function boundsOf({ anchor, focus }: GridRange): GridBounds {
  return {
    top: Math.min(anchor.row, focus.row),
    bottom: Math.max(anchor.row, focus.row),
    left: Math.min(anchor.column, focus.column),
    right: Math.max(anchor.column, focus.column),
  }
}

export function isInRange(range: GridRange, { row, column }: GridPlace): boolean {
  const { top, bottom, left, right } = boundsOf(range)
  return row >= top && row <= bottom && column >= left && column <= right
}

/** Returns the cell to which a key moves the focus; null when it does not move. */
export function placeAfterKey(
  key: string,
  { row, column }: GridPlace,
  { rows, columns, page }: { readonly rows: number; readonly columns: number; readonly page: number },
): GridPlace | null {
  const to = (toRow: number, toColumn: number) => ({
    row: Math.max(0, Math.min(rows - 1, toRow)),
    column: Math.max(0, Math.min(columns - 1, toColumn)),
  })
  switch (key) {
    case 'ArrowUp':
      return to(row - 1, column)
    case 'ArrowDown':
      return to(row + 1, column)
    case 'ArrowLeft':
      return to(row, column - 1)
    case 'ArrowRight':
      return to(row, column + 1)
    case 'Home':
      return to(row, 0)
    case 'End':
      return to(row, columns - 1)
    case 'PageUp':
      return to(row - page, column)
    case 'PageDown':
      return to(row + page, column)
    default:
      return null
  }
}

/** Returns rows in the clipboard format of spreadsheets. */
export function writeClipboard(rows: readonly (readonly string[])[]): string {
  return rows.map((cells) => cells.map(quote).join('\t')).join('\n')
}

function quote(text: string): string {
  return /[\t\r\n"]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
