import { type GroupChoice, limits } from '@millrace/contract'
import { refuseUser } from '../../operations/users/policy.ts'
import type { Request } from '../../platform/auth/request.ts'
import type { Database } from '../../platform/db/database.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'

/** Lists the enabled groups that users can be added to, the first by name. */
export async function listGroupsInUse(db: Database, request: Request): Promise<GroupChoice[] | Refusal> {
  const refusal = refuseUser(request.user, 'read')
  if (refusal !== null) return refusal
  const [rows = []] = await db.read(request, (tx) =>
    tx.batch([
      {
        name: 'groups_in_use',
        // Read as JSON, so that it holds for groups that cannot be disabled too.
        text: `select g.id, g.key, g.name from user_group g where g.workplace_id = $1 and to_jsonb(g) ->> 'disabled_at' is null
          order by lower(g.name), g.id limit ${limits.choices}`,
        values: [request.workplaceId],
      },
    ]),
  )
  return rows.map(([id, key, name]) => ({ id: id ?? '', key: key ?? '', name: name ?? '' }))
}
