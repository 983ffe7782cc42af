import { readFileSync } from 'node:fs'

const guide = new URL('../../../../docs/guide/bpmn.md', import.meta.url)

/** A cell of the event table of the guide. */
export interface GuideCell {
  /** The row, `parallel multiple`. */
  readonly event: string
  /** The column, `boundary, not interrupting`. */
  readonly position: string
  /** The title and file of the test that it leads to; null for a dash. */
  readonly link: { readonly title: string; readonly file: string } | null
}

export function readGuideCells(): GuideCell[] {
  const rows = readFileSync(guide, 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('| ') && line.split('|').length === 11)
  const [head = '', ...body] = rows.map((row) =>
    row
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  )
  const columns = [...head].map((cell) => cell.toLowerCase())
  return body.flatMap(([event = '', ...cells]) =>
    cells.map((cell, index) => ({
      event: event.toLowerCase(),
      position: positionOf(columns, index + 1),
      link: readLink(cell),
    })),
  )
}

/** `– not interrupting` goes on with the column before it. */
function positionOf(columns: readonly string[], index: number): string {
  const own = columns[index] ?? ''
  return own.startsWith('– ') ? `${columns[index - 1]}, ${own.slice(2)}` : own
}

/** @throws Error for a cell that is neither a link nor a dash. */
function readLink(cell: string): GuideCell['link'] {
  if (cell === '–') return null
  const [, file, title] = /^\[yes\]\((\S+) "([^"]+)"\)$/.exec(cell) ?? []
  if (file === undefined || title === undefined)
    throw new Error(`Expected a link or a dash in the event table, but found “${cell}”.`)
  return { title, file }
}
