import type { PlannedNode } from '../compile/plan-form.ts'
import { getInstance, type NodeInstance, type Row } from './instance.ts'

/** Returns the enclosing row a number of lists further out. */
export function rowAround(row: Row, levels: number): Row {
  return levels <= 0 || row.list === null ? row : rowAround(row.list.row, levels - 1)
}

/** Returns whether a row or one of its enclosing rows was removed. */
export function isGone(row: Row): boolean {
  return row.isRemoved || (row.list !== null && isGone(row.list.row))
}

/** Returns whether a row is one of some rows, or inside one. */
export function isIn(row: Row, rows: ReadonlySet<Row>): boolean {
  return rows.has(row) || (row.list !== null && isIn(row.list.row, rows))
}

/** Lists the instances of a node directly inside an instance. */
export function listChildren(instance: NodeInstance, child: PlannedNode): NodeInstance[] {
  if (child.list?.id !== instance.planned.id) return [getInstance(instance.row, child)]
  return instance.rows.flatMap((row) => row.nodes.get(child.id) ?? [])
}
