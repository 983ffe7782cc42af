import { roleCalls, roleLimits } from '@millrace/contract'
import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../../app-context.ts'
import { addRoleMember } from '../../operations/roles/add-role-member.ts'
import { describeRole } from '../../operations/roles/describe-role.ts'
import { removeRoleMember } from '../../operations/roles/remove-role-member.ts'
import { Refusal } from '../../platform/errors/refusal.ts'
import { route } from '../../platform/http/route.ts'
import { findByRole, listRoles, readRoleDetail } from './read-roles.ts'

export function registerRoles(app: FastifyInstance, context: AppContext): void {
  const { db, config } = context
  route(app, roleCalls.list, ({ user }) => listRoles(db, user))
  route(app, roleCalls.get, ({ user, params }) => readRoleDetail({ db, sso: config.sso }, user, params.roleName))
  route(app, roleCalls.describe, ({ user, params, body }) => describeRole(context, user, { ...params, ...body }))
  route(app, roleCalls.members, ({ user, params, query }) =>
    findByRole(db, user, { ...params, ...query, isHeld: true, most: roleLimits.members }),
  )
  route(app, roleCalls.findUsers, async ({ user, params, query }) => {
    const found = await findByRole(db, user, { ...params, ...query, isHeld: false, most: 20 })
    return found instanceof Refusal ? found : found.items
  })
  route(app, roleCalls.addMember, ({ user, params }) => addRoleMember(context, user, params))
  route(app, roleCalls.removeMember, ({ user, params }) => removeRoleMember(context, user, params))
}
