import type { Permission } from '@millrace/contract'
import { pageTexts } from '@millrace/contract/page-texts'
import { type Selectable, sql } from 'kysely'
import type { Tx } from '../../platform/db/database.ts'
import type { DB } from '../../platform/db/schema.gen.ts'
import { isUuid } from '../../platform/db/uuid.ts'
import { runSql } from '../../platform/list/sql.ts'
import type { FindOptions, RecordKind } from '../records/record-kind.ts'
import { refuseOwnRoleKeeper } from './policy.ts'

export type OwnRoleRow = Omit<Selectable<DB['own_role']>, 'name_key' | 'is_disabled' | 'permissions'> & {
  readonly permissions: readonly Permission[]
}

/**
 * The kind of record for own roles of a workplace. A reference is the id of a role or its key, which never has the form
 * of an id.
 */
export const ownRoleRecord = {
  kind: 'own-role',
  table: 'own_role',
  one: 'an own role',
  owner: 'workplace',
  taken: {
    own_role_name: { code: 'thing.name-taken', where: 'name', message: pageTexts.ownRoles.nameTaken },
    own_role_key: { code: 'thing.key-taken', where: 'key', message: pageTexts.ownRoles.keyTaken },
  },
  refuse: refuseOwnRoleKeeper,
  find: findOwnRole,
} as const satisfies RecordKind<OwnRoleRow>

async function findOwnRole(
  tx: Tx,
  workplaceId: string,
  ref: string,
  { lock = false }: FindOptions = {},
): Promise<OwnRoleRow | null> {
  const [row] = await runSql<OwnRoleRow>(
    tx,
    sql`select * from own_role where workplace_id = ${workplaceId} and ${isUuid(ref) ? sql`id = ${ref}` : sql`key = ${ref}`} ${lock ? sql`for update` : sql``}`,
  )
  return row ?? null
}
