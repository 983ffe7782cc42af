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
import type { Request } from '../../platform/auth/request.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import { recordRoutes } from '../../platform/http/record-routes.ts'
import { route } from '../../platform/http/route.ts'
import { listRoutes } from '../../platform/list/list-routes.ts'
import { findOwnRoles } from './find-own-roles.ts'
import { getGroup } from './get-group.ts'
import { groups } from './group-list.ts'
import { listMembers } from './list-members.ts'
import { listUses } from './list-uses.ts'

export function registerGroups(app: FastifyInstance, context: AppContext): void {
  const { db } = context
  /** Keys never change, so the operation can look for the group by its key afterwards. */
  const withKey = async (request: Request, id: string, work: (group: string) => Promise<Refusal | null>) => {
    const found = await db.read(request, (tx) => groupRecord.find(tx, request.workplaceId, { id }))
    return found === null ? noSuchGroup() : work(found.key)
  }
  listRoutes(app, db, { calls: groupCalls, source: groups })
  recordRoutes(app, groupCalls, {
    refOf: ({ id }) => id,
    read: (request, id) => getGroup(db, request, id),
    create: (request, body) => createGroup(context, request, body),
    change: (request, id, { revision, ...fields }) => changeGroup(context, request, { ref: { id }, revision, fields }),
    disable: (request, id, reason) => disableGroup(context, request, { ref: { id }, reason }),
    restore: (request, id) => restoreGroup(context, request, { id }),
  })
  route(app, groupCalls.members, ({ request, params: { id }, query }) => listMembers(db, request, { id, q: query.q }))
  route(app, groupCalls.addMember, ({ request, params: { id }, body: { username } }) =>
    withKey(request, id, (group) => addGroupMember(context, request, { group, username })),
  )
  route(app, groupCalls.removeMember, ({ request, params: { id, username } }) =>
    withKey(request, id, (group) => removeGroupMember(context, request, { group, username })),
  )
  route(app, groupCalls.ownRoles, ({ request, query: { q } }) => findOwnRoles(db, request, q))
  route(app, groupCalls.uses, ({ request, params: { id } }) => listUses(db, request, id))
}
