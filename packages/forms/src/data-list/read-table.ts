/** The character between two cells. */
export type Separator = ',' | ';' | '\t'

export interface TableRow {
  /** The line of its first character, from 1. */
  readonly line: number
  readonly cells: readonly string[]
}

/**
 * Yields the rows of a text as spreadsheets write and copy it (RFC 4180: cells in quotation marks may have separators,
 * line ends and doubled quotation marks in them). Empty lines are skipped. A quoted cell that is never closed ends with
 * the text.
 */
export function* readTable(text: string, separator: Separator): Generator<TableRow> {
  let line = 1
  let at = text.startsWith('\uFEFF') ? 1 : 0
  while (at < text.length) {
    const start = line
    const cells: string[] = []
    let isOver = false
    while (!isOver) {
      let cell: string
      if (text[at] === '"') {
        const quoted = readQuoted(text, at)
        line += quoted.lines
        const end = findEnd(text, quoted.end, separator)
        // What stands behind the closing mark belongs to the cell: nothing of a file is lost without a word.
        cell = quoted.cell + text.slice(quoted.end, end)
        at = end
      } else {
        const end = findEnd(text, at, separator)
        cell = text.slice(at, end)
        at = end
      }
      cells.push(cell)
      if (text[at] === separator) at++
      else isOver = true
    }
    if (text[at] === '\r' && text[at + 1] === '\n') at++
    at++
    line++
    if (cells.length > 1 || cells[0]?.trim() !== '') yield { line: start, cells }
  }
}

/** Detects the separator of a text: the most frequent one in its first line; a comma by default. */
export function findSeparator(text: string): Separator {
  const [head = ''] = text.slice(0, 100_000).split(/\r\n|\r|\n/, 1)
  const bare = head.replaceAll(/"(?:[^"]|"")*"/g, '')
  const count = (sign: Separator) => bare.split(sign).length - 1
  return (['\t', ';'] as const).find((sign) => count(sign) > count(',')) ?? ','
}

function findEnd(text: string, from: number, separator: Separator): number {
  for (let at = from; at < text.length; at++) {
    const sign = text[at]
    if (sign === separator || sign === '\n' || sign === '\r') return at
  }
  return text.length
}

function readQuoted(text: string, from: number): { cell: string; end: number; lines: number } {
  const pieces: string[] = []
  let start = from + 1
  let lines = 0
  for (;;) {
    const mark = text.indexOf('"', start)
    const end = mark < 0 ? text.length : mark
    const piece = text.slice(start, end)
    lines += piece.split(/\r\n|\r|\n/).length - 1
    pieces.push(piece)
    if (text[end + 1] !== '"') return { cell: pieces.join(''), end: Math.min(end + 1, text.length), lines }
    pieces.push('"')
    start = end + 2
  }
}
