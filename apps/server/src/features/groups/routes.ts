import { groupCalls } from '@millrace/contract'
import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../../app-context.ts'
import { addGroupMember } from '../../operations/groups/add-group-member.ts'
import { changeGroup } from '../../operations/groups/change-group.ts'
import { createGroup } from '../../operations/groups/create-group.ts'
import { disableGroup } from '../../operations/groups/disable-group.ts'
import { groupRecord, noSuchGroup } from '../../operations/groups/group.ts'
import { removeGroupMember } from '../../operations/groups/remove-group-member.ts'
import { restoreGroup } from '../../operations/groups/restore-group.ts'
import type { User } from '../../platform/auth/user.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import { recordRoutes } from '../../platform/http/record-routes.ts'
import { route } from '../../platform/http/route.ts'
import { listRoutes } from '../../platform/list/list-routes.ts'
import { getGroup } from './get-group.ts'
import { groups } from './group-list.ts'
import { listMembers } from './list-members.ts'
import { listUses } from './list-uses.ts'

export function registerGroups(app: FastifyInstance, context: AppContext): void {
  const { db } = context
  /** Keys never change, so the operation can look for the group by its key afterwards. */
  const withKey = async (user: User, id: string, work: (group: string) => Promise<Refusal | null>) => {
    const found = await db.read(user, (tx) => groupRecord.find(tx, user.workplaceId, { id }))
    return found === null ? noSuchGroup() : work(found.key)
  }
  listRoutes(app, db, { calls: groupCalls, source: groups })
  recordRoutes(app, groupCalls, {
    refOf: ({ id }) => id,
    read: (user, id) => getGroup(db, user, id),
    create: (user, body) => createGroup(context, user, body),
    change: (user, id, { revision, ...fields }) => changeGroup(context, user, { ref: { id }, revision, fields }),
    disable: (user, id, reason) => disableGroup(context, user, { ref: { id }, reason }),
    restore: (user, id) => restoreGroup(context, user, { id }),
  })
  route(app, groupCalls.members, ({ user, params: { id }, query }) => listMembers(db, user, { id, q: query.q }))
  route(app, groupCalls.addMember, ({ user, params: { id }, body: { username } }) =>
    withKey(user, id, (group) => addGroupMember(context, user, { group, username })),
  )
  route(app, groupCalls.removeMember, ({ user, params: { id, username } }) =>
    withKey(user, id, (group) => removeGroupMember(context, user, { group, username })),
  )
  route(app, groupCalls.uses, ({ user, params: { id } }) => listUses(db, user, id))
}
