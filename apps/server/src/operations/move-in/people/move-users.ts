import { isPseudonym } from '../../erasure/pseudonym.ts'
import { moveRows } from '../move-rows.ts'
import type { Moving } from '../moving.ts'
import { findTaken } from './find-taken.ts'

interface UserRow {
  readonly id_: string
  readonly first_: string | null
  readonly last_: string | null
  readonly email_: string | null
  readonly pwd_: string | null
  readonly salt_?: string | null
}

/** Moves users. Users of the same name are one: the account that exists here stays as it is. */
export async function moveUsers(moving: Moving): Promise<void> {
  const { actor, ids, source, report } = moving
  const rows = await source.select<UserRow>('act_id_user', 'true order by id_')
  const taken = await findTaken(moving, 'select lower(username) from app_user where workplace_id = $1')
  await moveRows(moving, {
    kind: 'user',
    title: 'users',
    rows,
    idOf: ({ id_ }) => id_,
    write: (row) => {
      const omission = { table: 'ACT_ID_USER', id: row.id_ }
      if (taken.has(row.id_.toLowerCase())) {
        report.leave({
          ...omission,
          code: 'user-exists',
          isExpected: true,
          message: `The user ${row.id_} exists here and stays as it is.`,
        })
        return []
      }
      if (isPseudonym(row.id_)) {
        report.leave({
          ...omission,
          code: 'user-name-reserved',
          message: `The user ${row.id_} was left out: names in this form replace those of deleted and erased users.`,
        })
        return []
      }
      taken.add(row.id_.toLowerCase())
      const hash = keepHash(row)
      if (hash === null)
        report.note({
          ...omission,
          code: 'password-not-readable',
          message: `The password of ${row.id_} cannot be checked here. Send an invitation on the page of the user.`,
        })
      const id = ids.of(`user ${row.id_}`)
      const { workplaceId } = actor
      return [
        {
          name: 'app_user_move',
          text: `insert into app_user (workplace_id, id, username, first_name, last_name, email, password_hash) values ($1, $2, $3, $4, $5, $6, $7)`,
          values: [workplaceId, id, row.id_, row.first_, row.last_, row.email_, hash],
        },
        {
          name: 'user_role_move',
          text: `insert into user_role (workplace_id, user_id, role) values ($1, $2, 'RoleUser')`,
          values: [workplaceId, id],
        },
      ]
    },
  })
}

/** Returns a password hash in the format of `verifyPassword`. Null for another scheme. */
function keepHash({ pwd_, salt_ }: UserRow): string | null {
  if (pwd_ === null || !/^\{SHA(?:-512)?\}[A-Za-z0-9+/]+=*$/.test(pwd_)) return null
  return `${pwd_} ${salt_ ?? ''}`
}
