import { type DirectoryRow, directoryList } from '@millrace/contract/lists/directories'
import { sql } from 'kysely'
import { containsAny, onTextKey } from '../../platform/list/conditions.ts'
import { defineSource, type ListSource } from '../../platform/list/source.ts'
import { readPeople } from '../../runtime/rights/people.ts'

interface Row {
  readonly id: string
  readonly name: string
  readonly description: string
  readonly kind: string
  readonly addresses: string
  readonly users: number
  readonly created_at: Date
  readonly created_by: string | null
}

export const directories: ListSource<typeof directoryList, Row, DirectoryRow> = defineSource({
  list: directoryList,
  columns: sql`x.id, x.name, x.description, x.kind, x.addresses, x.created_at, x.created_by,
    (select count(*)::int from directory_user l where l.workplace_id = x.workplace_id and l.directory_id = x.id) as users`,
  from: () => sql`directory x`,
  where: ({ user }) => [sql`x.workplace_id = ${user.workplaceId}`],
  keys: {
    name: { sql: sql`x.name_key`, type: 'text' },
    created: { sql: sql`x.created_at`, type: 'instant' },
  },
  id: { sql: sql`x.id`, type: 'id' },
  filters: { name: onTextKey(sql`x.name_key`), created: sql`x.created_at` },
  search: (text) => containsAny([sql`x.name`], text),
  present: async (rows, { tx, user }) => {
    const people = await readPeople(
      tx,
      user.workplaceId,
      rows.map(({ created_by }) => created_by),
    )
    return rows.map((row) => ({
      id: row.id,
      name: row.name,
      description: row.description,
      kind: row.kind as DirectoryRow['kind'],
      addresses: row.addresses,
      users: row.users,
      createdAt: row.created_at.toISOString(),
      createdBy: people.find(row.created_by),
    }))
  },
})
