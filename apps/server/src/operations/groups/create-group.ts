import { sql } from 'kysely'
import type { Request } from '../../platform/auth/request.ts'
import { Refusal } from '../../platform/errors/refusal.ts'
import { runSql } from '../../platform/list/sql.ts'
import { actorOf } from '../../runtime/actor.ts'
import type { OperationContext } from '../operation-context.ts'
import { withFreeNames } from '../records/with-free-names.ts'
import { createdBy } from '../records/write-record.ts'
import { findManager, refuseTakenName } from './find-named.ts'
import { type GroupFields, groupRecord, lockGroups } from './group.ts'
import { refuseRightsOfGroup } from './member-rights.ts'
import { refuseGroup } from './policy.ts'
import { refuseParent } from './refuse-parent.ts'
import { writeRoles } from './write-roles.ts'

export interface NewGroup extends Partial<GroupFields> {
  /** The key by which models refer to the group. */
  readonly key: string
  readonly name: string
  /** The type of Camunda, which gives it no meaning. */
  readonly type?: string | null
}

export interface NamingOptions {
  /** Whether another group may have the same name. API clients may do that, users may not. */
  readonly mayShareName?: boolean
}

/**
 * Creates a group without members. Refuses with `thing.key-taken`, `thing.name-taken`, `thing.not-found` (its manager) or
 * `group.parent-invalid`, and with `right.missing` where it would give rights that the user does not have.
 *
 * @returns its id.
 */
export async function createGroup(
  context: OperationContext,
  request: Request,
  input: NewGroup,
  { mayShareName = false }: NamingOptions = {},
): Promise<string | Refusal> {
  const { user } = request
  const {
    key,
    name,
    type = null,
    description = '',
    email = null,
    manager = null,
    parentId = null,
    roles = [],
    ownRoles,
  } = input
  const refusal = refuseGroup(user, key)
  if (refusal !== null) return refusal
  const { workplaceId } = user
  return withFreeNames(groupRecord, () =>
    context.db.withTransaction(actorOf(request), async (tx) => {
      await lockGroups(tx, workplaceId)
      const taken = mayShareName ? null : await refuseTakenName(tx, workplaceId, { id: null, name })
      const misplaced = taken ?? (await refuseParent(tx, { workplaceId, id: null, parentId }))
      if (misplaced !== null) return misplaced
      const found = await findManager(tx, workplaceId, manager)
      if (found instanceof Refusal) return found
      const { id, created_at, created_by } = createdBy(context, request)
      await runSql(
        tx,
        sql`insert into user_group (workplace_id, id, key, name, type, description, email, manager_id, parent_id, created_at, created_by, updated_at, updated_by)
          values (${workplaceId}, ${id}, ${key}, ${name}, ${type}, ${description}, ${email}, ${found.id}, ${parentId}, ${created_at.toISOString()}, ${created_by}, ${created_at.toISOString()}, ${created_by})`,
      )
      const unknown = await writeRoles(tx, workplaceId, { groupId: id, roles, ownRoles })
      return unknown ?? (await refuseRightsOfGroup(tx, user, id)) ?? id
    }),
  )
}
