import { api } from '@millrace/contract'
import { callQuery } from '../../lib/api/call-query.ts'

export const rolesQuery = callQuery(api.roles.list)

export const roleQuery = (roleName: string) => callQuery(api.roles.get, { params: { roleName } })

export const pathOfRole = (roleName: string) => `/usersgroups/roles/${encodeURIComponent(roleName)}`
