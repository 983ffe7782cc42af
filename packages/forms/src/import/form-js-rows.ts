import { isPlainObject } from '../document/plain-object.ts'
import type { ImportedNode, NodeMaker } from './node-maker.ts'

/** A component with its position in the layout of form-js, whose rows have sixteen columns. */
export interface PlacedNode {
  readonly node: ImportedNode
  readonly at: string
  /** Components with the same row are next to each other; a component without a row is alone. */
  readonly row: string | undefined
  /** Its width in columns. Without it, components share the remaining width of the row equally. */
  readonly columns: number | undefined
}

/**
 * Gives components their widths in our grid of twelve. A row with free space, into which the next row would move up,
 * becomes a container of columns.
 */
export function arrangeRows(nodes: readonly PlacedNode[], maker: NodeMaker): ImportedNode[] {
  const rows = groupRows(nodes).map((row) => ({ row, spans: spansOf(row) }))
  return rows.flatMap(({ row, spans }, index): ImportedNode[] => {
    const used = spans.reduce((sum, span) => sum + span, 0)
    const next = rows[index + 1]?.spans[0]
    const placed = row.map(({ node }, at) => withSpan(node, spans[at] ?? 12))
    if (next === undefined || used + next > 12) return placed
    const [first] = row
    const columns = row.map(({ node, at }, position) =>
      maker.make('column', {
        at,
        keys: new Set(),
        props: {},
        span: spans[position] ?? 12,
        children: [withSpan(node, 12)],
      }),
    )
    return [maker.make('columns', { at: first?.at ?? '', keys: new Set(), span: 12, props: {}, children: columns })]
  })
}

function groupRows(nodes: readonly PlacedNode[]): PlacedNode[][] {
  const rows: PlacedNode[][] = []
  for (const placed of nodes) {
    const last = rows.at(-1)
    if (last !== undefined && placed.row !== undefined && last[0]?.row === placed.row) last.push(placed)
    else rows.push([placed])
  }
  return rows
}

function spansOf(row: readonly PlacedNode[]): number[] {
  const given = row.reduce((sum, { columns }) => sum + (columns ?? 0), 0)
  const open = row.filter(({ columns }) => columns === undefined).length
  const share = open === 0 ? 0 : Math.max(1, (16 - given) / open)
  return row.map(({ columns }) => Math.max(1, Math.min(12, Math.round(((columns ?? share) / 16) * 12))))
}

function withSpan(node: ImportedNode, span: number): ImportedNode {
  const { children, ...rest } = node
  const { type } = node
  const width = type === 'columns' || isPlainObject(node.layout) ? 12 : span
  const layout = isPlainObject(node.layout) ? node.layout : { span: { base: 12, sm: width, md: width } }
  return { ...rest, layout, ...(children === undefined ? {} : { children }) }
}
