import { type PackageSourceRow, packageSourceList } from '@millrace/contract/lists/package-sources'
import { sql } from 'kysely'
import { containsAny, onTextKey } from '../../platform/list/conditions.ts'
import { defineSource, type ListSource } from '../../platform/list/source.ts'
import { readPeople } from '../../runtime/rights/people.ts'

interface Row extends Pick<PackageSourceRow, 'id' | 'name' | 'description'> {
  readonly kind: string
  readonly outcome: string | null
  readonly looked_at: Date | null
  readonly is_disabled: boolean
  readonly created_at: Date
  readonly created_by: string | null
}

export const packageSources: ListSource<typeof packageSourceList, Row, PackageSourceRow> = defineSource({
  list: packageSourceList,
  columns: sql`x.id, x.name, x.description, x.kind, x.outcome, x.looked_at, x.is_disabled, x.created_at, x.created_by`,
  from: () => sql`package_source x`,
  where: ({ user }) => [sql`x.workplace_id = ${user.workplaceId}`],
  keys: {
    name: { sql: sql`x.name_key`, type: 'text' },
    created: { sql: sql`x.created_at`, type: 'instant' },
  },
  id: { sql: sql`x.id`, type: 'id' },
  filters: { name: onTextKey(sql`x.name_key`), created: sql`x.created_at`, isDisabled: sql`x.is_disabled` },
  search: (text) => containsAny([sql`x.name`], text),
  present: async (rows, { tx, user }) => {
    const people = await readPeople(
      tx,
      user.workplaceId,
      rows.map(({ created_by }) => created_by),
    )
    return rows.map(({ kind, outcome, looked_at, is_disabled, created_at, created_by, ...row }) => ({
      ...row,
      kind: kind as PackageSourceRow['kind'],
      outcome: outcome as PackageSourceRow['outcome'],
      lookedAt: looked_at?.toISOString() ?? null,
      isDisabled: is_disabled,
      createdAt: created_at.toISOString(),
      createdBy: people.find(created_by),
    }))
  },
})
