import { administrators, type OperationGroup, put, remove } from '../operation-case.ts'
import type { CallRights } from '../read-groups.ts'

const ofAdministrators = { scopes: ['administer'], allowed: administrators } as const

/** Operations on roles. */
export const roleOperations: OperationGroup = {
  cases: [
    {
      ...ofAdministrators,
      operation: 'roles/describe-role',
      api: () => put('/usersgroups/roles/RoleDesign', { description: 'Designs forms' }),
    },
    {
      ...ofAdministrators,
      operation: 'roles/add-role-member',
      api: ({ colleague }) => put(`/usersgroups/roles/RoleIntegration/members/${colleague}`),
    },
    {
      ...ofAdministrators,
      operation: 'roles/remove-role-member',
      api: ({ chief }) => remove(`/usersgroups/roles/RoleAdmin/members/${chief}`),
    },
  ],
}

/** The roles that may make each call on roles. */
export const roleRights: CallRights = {
  'GET /usersgroups/roles': ['RoleAdmin'],
  'GET /usersgroups/roles/{roleName}': ['RoleAdmin'],
  'PUT /usersgroups/roles/{roleName}': ['RoleAdmin'],
  'GET /usersgroups/roles/{roleName}/members': ['RoleAdmin'],
  'GET /usersgroups/roles/{roleName}/groups': ['RoleAdmin'],
  'GET /usersgroups/roles/{roleName}/candidates': ['RoleAdmin'],
  'PUT /usersgroups/roles/{roleName}/members/{id}': ['RoleAdmin'],
  'DELETE /usersgroups/roles/{roleName}/members/{id}': ['RoleAdmin'],
}
