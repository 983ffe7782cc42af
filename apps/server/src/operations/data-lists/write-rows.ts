import type { Statement } from '../../platform/db/batch.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { StoredDataList } from './data-list.ts'

/** A row to write: a new id, or the id of the row that it replaces, and its cells by slot, starting at the first. */
export interface RowToWrite {
  readonly id: string
  readonly place: string
  readonly cells: readonly (string | null)[]
}

/** Rows that are written by one statement. */
const partSize = 1_000

/**
 * Returns the statements that close and write rows of a data list, in parts, so that a large change is not sent as one
 * message.
 */
export function rowStatements(
  { workplace_id, id }: Pick<StoredDataList, 'workplace_id' | 'id'>,
  version: number,
  { closed, written }: { readonly closed: readonly string[]; readonly written: readonly RowToWrite[] },
): Statement[] {
  return [
    ...inParts(closed).map((ids) => ({
      name: 'data_list_row_close',
      text: `update data_list_row set until = $3 where workplace_id = $1 and data_list_id = $2 and until is null and id = any($4::uuid[])`,
      values: [workplace_id, id, version, ids],
    })),
    ...inParts(written).map((rows) => ({
      name: 'data_list_row_write',
      text: `insert into data_list_row (workplace_id, data_list_id, id, since, place, cells)
        select $1, $2, (r ->> 0)::uuid, $3, r ->> 1, array(select jsonb_array_elements_text(r -> 2))
        from jsonb_array_elements($4::jsonb) r`,
      values: [
        workplace_id,
        id,
        version,
        JSON.stringify(rows.map((row) => [row.id, row.place, withoutEnd(row.cells)])),
      ],
    })),
  ]
}

/** Sends statements a few at a time, so that a large change is no single message. */
export async function sendInTurn(tx: Tx, statements: readonly Statement[]): Promise<void> {
  for (let at = 0; at < statements.length; at += 10) await tx.batch(statements.slice(at, at + 10))
}

function inParts<T>(items: readonly T[]): T[][] {
  const parts: T[][] = []
  for (let at = 0; at < items.length; at += partSize) parts.push(items.slice(at, at + partSize))
  return parts
}

/** Empty cells at the end need not be kept. */
function withoutEnd(cells: readonly (string | null)[]): readonly (string | null)[] {
  const last = cells.findLastIndex((cell) => cell !== null)
  return cells.slice(0, last + 1)
}
