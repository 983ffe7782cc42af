import type { PlannedNode } from '../compile/plan-form.ts'
import { getInstance, type NodeInstance, type Row } from './instance.ts'

/** The row so many lists further out. */
export function rowAround(row: Row, levels: number): Row {
  return levels <= 0 || row.list === null ? row : rowAround(row.list.row, levels - 1)
}

/** Whether it, or one around it, was removed. */
export function isGone(row: Row): boolean {
  return row.isRemoved || (row.list !== null && isGone(row.list.row))
}

/** Whether it is one of some rows, or in one of them. */
export function isIn(row: Row, rows: ReadonlySet<Row>): boolean {
  return rows.has(row) || (row.list !== null && isIn(row.list.row, rows))
}

/** The instances of a node that stands directly inside of an instance. */
export function listChildren(instance: NodeInstance, child: PlannedNode): NodeInstance[] {
  if (child.list?.id !== instance.planned.id) return [getInstance(instance.row, child)]
  return instance.rows.flatMap((row) => row.nodes.get(child.id) ?? [])
}
