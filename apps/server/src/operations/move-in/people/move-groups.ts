import { moveRows } from '../move-rows.ts'
import type { Moving } from '../moving.ts'
import { findTaken } from './find-taken.ts'

interface GroupRow {
  readonly id_: string
  readonly name_: string | null
  readonly type_: string | null
}

/** Moves groups. A group that exists here stays as it is. */
export async function moveGroups(moving: Moving): Promise<void> {
  const { actor, ids, source, report } = moving
  const rows = await source.select<GroupRow>('act_id_group', 'true order by id_')
  const taken = await findTaken(moving, 'select key from user_group where workplace_id = $1')
  await moveRows(moving, {
    kind: 'group',
    title: 'groups',
    rows,
    idOf: ({ id_ }) => id_,
    write: ({ id_, name_, type_ }) => {
      if (taken.has(id_)) {
        report.leave({
          code: 'group-exists',
          isExpected: true,
          table: 'ACT_ID_GROUP',
          id: id_,
          message: `The group ${id_} exists here and stays as it is. It gets the members.`,
        })
        return []
      }
      return [
        {
          name: 'user_group_move',
          text: 'insert into user_group (workplace_id, id, key, name, type) values ($1, $2, $3, $4, $5)',
          values: [actor.workplaceId, ids.of(`group ${id_}`), id_, name_ ?? id_, type_],
        },
      ]
    },
  })
}

interface MembershipRow {
  readonly user_id_: string
  readonly group_id_: string
}

/** Moves the members of groups. */
export async function moveMemberships(moving: Moving): Promise<void> {
  const { actor, source } = moving
  const rows = await source.select<MembershipRow>('act_id_membership', 'true order by user_id_, group_id_')
  await moveRows(moving, {
    kind: 'membership',
    title: 'memberships',
    rows,
    idOf: ({ user_id_, group_id_ }) => JSON.stringify([user_id_, group_id_]),
    write: ({ user_id_, group_id_ }) => [
      {
        name: 'group_member_move',
        text: `insert into group_member (workplace_id, group_id, user_id)
          select $1, g.id, u.id from user_group g, app_user u
          where g.workplace_id = $1 and g.key = $3 and u.workplace_id = $1 and u.username_key = lower($2) on conflict do nothing`,
        values: [actor.workplaceId, user_id_, group_id_],
      },
    ],
  })
}
