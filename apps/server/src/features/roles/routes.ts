import { roleCalls, roleLimits } from '@millrace/contract'
import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../../app-context.ts'
import { addRoleMember } from '../../operations/roles/add-role-member.ts'
import { describeRole } from '../../operations/roles/describe-role.ts'
import { removeRoleMember } from '../../operations/roles/remove-role-member.ts'
import { Refusal } from '../../platform/errors/refusal.ts'
import { route } from '../../platform/http/route.ts'
import { findByRole, listGivingGroups, listRoles, readRoleDetail } from './read-roles.ts'

export function registerRoles(app: FastifyInstance, context: AppContext): void {
  const { db } = context
  route(app, roleCalls.list, ({ request }) => listRoles(db, request))
  route(app, roleCalls.get, ({ request, params }) =>
    readRoleDetail({ db, sso: context.sso?.config ?? null }, request, params.roleName),
  )
  route(app, roleCalls.describe, ({ request, params, body }) => describeRole(context, request, { ...params, ...body }))
  route(app, roleCalls.members, ({ request, params, query }) =>
    findByRole(db, request, { ...params, ...query, isHeld: true, most: roleLimits.members }),
  )
  route(app, roleCalls.groups, ({ request, params }) =>
    listGivingGroups(db, request, { ...params, most: roleLimits.members }),
  )
  route(app, roleCalls.findUsers, async ({ request, params, query }) => {
    const found = await findByRole(db, request, { ...params, ...query, isHeld: false, most: 20 })
    return found instanceof Refusal ? found : found.items
  })
  route(app, roleCalls.addMember, ({ request, params }) => addRoleMember(context, request, params))
  route(app, roleCalls.removeMember, ({ request, params }) => removeRoleMember(context, request, params))
}
