import { type Group, type Role, readRole } from '@millrace/contract'
import { sql } from 'kysely'
import { groupRecord, type StoredGroup } from '../../operations/groups/group.ts'
import { getRecord, presentDisabled, presentRecord } from '../../operations/records/present-record.ts'
import type { Request } from '../../platform/auth/request.ts'
import { engineGroup } from '../../platform/auth/user.ts'
import type { Database, Tx } from '../../platform/db/database.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import { runSql } from '../../platform/list/sql.ts'
import { readPeople } from '../../runtime/rights/people.ts'

/** Returns a group, with the roles that it and its parent groups give. Refuses with `thing.not-found`. */
export function getGroup(db: Database, request: Request, id: string): Promise<Group | Refusal> {
  const kind = {
    ...groupRecord,
    find: (tx: Tx, place: string, key: string) => groupRecord.find(tx, place, { id: key }),
  }
  return getRecord<StoredGroup, Group>(db, request, kind, {
    id,
    present: async (row, people, tx) => {
      const manager = await findUsername(tx, row)
      const above = await listAbove(tx, row)
      const children = await runSql<{ id: string; name: string }>(
        tx,
        sql`select id, name from user_group where workplace_id = ${row.workplace_id} and parent_id = ${row.id} order by name_key, id limit 100`,
      )
      return {
        ...presentRecord(row, people),
        disabled: presentDisabled(row, people),
        key: row.key,
        name: row.name,
        type: row.type,
        description: row.description ?? '',
        email: row.email,
        manager: (await readPeople(tx, row.workplace_id, [manager])).find(manager),
        parent: above.find((one) => one.id === row.parent_id) ?? null,
        roles: await listRoles(tx, row.workplace_id, row.id),
        ownRoles: await listOwnRoles(tx, row.workplace_id, row.id),
        inheritedRoles: await listInherited(tx, row, above),
        children,
      }
    },
  })
}

interface Above {
  readonly id: string
  readonly name: string
  readonly isDisabled: boolean
  readonly key: string
}

async function findUsername(tx: Tx, { workplace_id, manager_id }: StoredGroup): Promise<string | null> {
  if (manager_id === null) return null
  const [found] = await runSql<{ username: string }>(
    tx,
    sql`select username from app_user where workplace_id = ${workplace_id} and id = ${manager_id}`,
  )
  return found?.username ?? null
}

/** The groups above it, the nearest first. */
function listAbove(tx: Tx, { workplace_id, parent_id }: StoredGroup): Promise<Above[]> {
  return runSql<Above>(
    tx,
    sql`with recursive above (id, name, key, "isDisabled", parent_id, level) as (
        select id, name, key, is_disabled, parent_id, 1 from user_group where workplace_id = ${workplace_id} and id = ${parent_id}
        union all
        select g.id, g.name, g.key, g.is_disabled, g.parent_id, a.level + 1 from above a
          join user_group g on g.workplace_id = ${workplace_id} and g.id = a.parent_id where a.level < 100)
      select id, name, key, "isDisabled" from above order by level`,
  )
}

async function listRoles(tx: Tx, workplaceId: string, groupId: string): Promise<Role[]> {
  const rows = await runSql<{ role: string }>(
    tx,
    sql`select role from group_role where workplace_id = ${workplaceId} and group_id = ${groupId} order by role`,
  )
  return rows.map(({ role }) => readRole(role)).filter((role) => role !== null)
}

function listOwnRoles(tx: Tx, workplaceId: string, groupId: string): Promise<Group['ownRoles']> {
  return runSql<Group['ownRoles'][number]>(
    tx,
    sql`select o.key, o.name, o.is_disabled as "isDisabled" from group_role r
      join own_role o on o.workplace_id = r.workplace_id and o.key = r.role
      where r.workplace_id = ${workplaceId} and r.group_id = ${groupId} order by o.name_key, o.id`,
  )
}

/** Lists the roles that a group inherits, up to the first parent group that is disabled. */
async function listInherited(
  tx: Tx,
  { workplace_id, key }: StoredGroup,
  above: readonly Above[],
): Promise<Group['inheritedRoles']> {
  const end = above.findIndex(({ isDisabled }) => isDisabled)
  const inUse = end < 0 ? above : above.slice(0, end)
  const found: Group['inheritedRoles'] = []
  if (key === engineGroup) found.push({ role: 'RoleFullAPI', from: { id: key, name: key } })
  for (const { id, name, key } of inUse) {
    const roles = await listRoles(tx, workplace_id, id)
    const all = key === engineGroup ? new Set<Role>([...roles, 'RoleFullAPI']) : roles
    for (const role of all) found.push({ role, from: { id, name } })
  }
  return found
}
