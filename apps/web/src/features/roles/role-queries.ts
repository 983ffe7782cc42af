import { api } from '@millrace/contract'
import { callQuery } from '../../lib/api/call-query.ts'

export const rolesQuery = callQuery(api.roles.list)

export const roleQuery = (roleName: string) => callQuery(api.roles.get, { params: { roleName } })

export const pathOfRole = (roleName: string) => `/usersgroups/roles/${encodeURIComponent(roleName)}`

/** Returns the query of the users who have a role directly and match a text. */
export const membersQuery = (roleName: string, q = '') =>
  callQuery(api.roles.members, { params: { roleName }, query: { q } })

export const groupsOfRoleQuery = (roleName: string) => callQuery(api.roles.groups, { params: { roleName } })
