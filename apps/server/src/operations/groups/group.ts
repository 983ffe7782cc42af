import type { Role } from '@millrace/contract'
import { pageTexts } from '@millrace/contract/page-texts'
import { type Selectable, sql } from 'kysely'
import type { Tx } from '../../platform/db/database.ts'
import type { DB } from '../../platform/db/schema.gen.ts'
import { isUuid } from '../../platform/db/uuid.ts'
import { runSql } from '../../platform/list/sql.ts'
import { noSuch } from '../records/find-record.ts'
import type { FindOptions, RecordKind } from '../records/record-kind.ts'
import { refuseGroupKeeper } from './policy.ts'

export type StoredGroup = Omit<Selectable<DB['user_group']>, 'name_key' | 'key_key' | 'is_disabled' | 'has_manager'>

/** A group by its id, or by the key that models use for it. */
export type GroupRef = { readonly id: string } | { readonly key: string }

/** The fields of a group that users enter. */
export interface GroupFields {
  readonly name: string
  readonly description: string
  readonly email: string | null
  /** User name. */
  readonly manager: string | null
  /** Id of the group whose member each member of this group is, too. */
  readonly parentId: string | null
  /** Given to each member. */
  readonly roles: readonly Role[]
  /** Keys of roles that the workplace defines. */
  readonly ownRoles?: readonly string[] | undefined
}

export const groupRecord = {
  kind: 'group',
  table: 'user_group',
  one: 'a group',
  owner: 'workplace',
  taken: {
    user_group_key: { code: 'thing.key-taken', where: 'key', message: pageTexts.groups.keyTaken },
  },
  refuse: refuseGroupKeeper,
  find: findGroup,
} as const satisfies RecordKind<StoredGroup, GroupRef>

async function findGroup(
  tx: Tx,
  workplaceId: string,
  ref: GroupRef,
  { lock = false }: FindOptions = {},
): Promise<StoredGroup | null> {
  if ('id' in ref && !isUuid(ref.id)) return null
  const condition = 'id' in ref ? sql`id = ${ref.id}` : sql`key = ${ref.key}`
  const [row] = await runSql<StoredGroup>(
    tx,
    sql`select * from user_group where workplace_id = ${workplaceId} and ${condition} ${lock ? sql`for update` : sql``}`,
  )
  return row ?? null
}

/** Returns the refusal `thing.not-found` for a group. */
export const noSuchGroup = () => noSuch(groupRecord)

/**
 * Locks the groups of a workplace and their members until the transaction ends. The trigger of `user_group` takes the
 * same lock. Take it before all other locks.
 */
export async function lockGroups(tx: Tx, workplaceId: string): Promise<void> {
  await tx.batch([
    {
      name: 'groups_lock',
      text: `select pg_advisory_xact_lock(hashtextextended('millrace groups ' || $1::text, 0))`,
      values: [workplaceId],
    },
  ])
}
