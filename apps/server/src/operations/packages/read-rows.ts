import { packageLimits } from '@millrace/contract'
import { sql } from 'kysely'
import type { Request } from '../../platform/auth/request.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import { runSql } from '../../platform/list/sql.ts'
import { findItems } from './find-items.ts'
import { tooLarge } from './pack.ts'
import type { FoundItem, PackageReading } from './package-kind.ts'
import { refText } from './references.ts'

/** Reads the rows of data lists for a package, if they are not too large for the memory of the server. */
export async function readRows(
  { db }: Pick<PackageReading, 'db'>,
  request: Request,
  items: readonly FoundItem[],
  most: number = packageLimits.unpackedSize,
): Promise<readonly FoundItem[] | Refusal> {
  const lists = items.filter(({ kind }) => kind === 'dataList')
  if (lists.length === 0) return items
  const { workplaceId } = request
  return db.read(request, async (tx) => {
    const [measured] = await runSql<{ size: string }>(
      tx,
      sql`select coalesce(sum(octet_length(cells::text)), 0) as size from data_list_row
        where workplace_id = ${workplaceId} and until is null and data_list_id = any(${lists.map(({ id }) => id)}::uuid[])`,
    )
    const size = Number(measured?.size ?? 0)
    if (size > most) return tooLarge(size)
    const found = await findItems(tx, workplaceId, lists, { withRows: true })
    return items.map((item) => found.get(refText(item)) ?? item)
  })
}
