import type { HeldWorkplace } from '../moving/hold-workplace.ts'
import { beginRows, findStanding, writeRows } from '../moving/moved-rows.ts'
import { readLines } from '../read-lines.ts'
import { BadTar } from '../read-tar.ts'
import { takeEntry } from '../verify-export.ts'
import type { Importing } from './importing.ts'

/**
 * Adds the exported rows of all tables, a table at a time.
 *
 * @returns their number.
 * @throws BadTar when a table has another number of rows than the export says.
 */
export async function receiveTables(
  { home, tables, verified: { manifest }, row: { workplace_id: workplaceId }, entries }: Importing,
  held: HeldWorkplace,
): Promise<number> {
  const client = await home.pool.connect()
  let total = 0
  try {
    const moves = await findStanding(client, workplaceId)
    for (const { name, columns, rows } of manifest.tables) {
      if (name === 'workplace') continue
      const table = tables.find((known) => known.name === name)
      const entry = await takeEntry(entries, `tables/${name}.jsonl`)
      if (table === undefined) continue
      await held.check()
      await beginRows(client, workplaceId, { moves })
      const portions = readLines(entry.chunks)
      const written = await writeRows(client, table, { workplaceId, columns, format: 'json', portions })
      if (written !== rows) throw new BadTar(`Expected ${rows} rows of ${name}, but the file has ${written}.`)
      await client.query('commit')
      total += written
    }
    return total
  } finally {
    // A transaction that is still open goes with its connection.
    client.release(true)
  }
}
