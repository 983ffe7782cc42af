/**
 * Reads the cells that a spreadsheet puts on the clipboard: tabs between cells, line ends between rows, quotation marks
 * around a cell with either. Null for a text of one cell, which is pasted like other text.
 */
export function readCells(text: string): readonly (readonly string[])[] | null {
  const rows: string[][] = [[]]
  let cell = ''
  let isQuoted = false
  const endCell = () => {
    rows.at(-1)?.push(cell)
    cell = ''
  }
  for (let at = 0; at < text.length; at++) {
    const sign = text.charAt(at)
    if (isQuoted) {
      if (sign !== '"') cell += sign
      else if (text.charAt(at + 1) === '"') {
        cell += '"'
        at += 1
      } else isQuoted = false
    } else if (sign === '"' && cell === '') isQuoted = true
    else if (sign === '\t') endCell()
    else if (sign === '\n') {
      endCell()
      rows.push([])
    } else if (sign !== '\r') cell += sign
  }
  if (cell !== '' || (rows.at(-1)?.length ?? 0) > 0) endCell()
  const found = rows.filter((row) => row.length > 0)
  return found.length > 1 || (found[0]?.length ?? 0) > 1 ? found : null
}
