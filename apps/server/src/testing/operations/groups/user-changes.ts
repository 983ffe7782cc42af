import { type OperationGroup, post, remove } from '../operation-case.ts'
import type { CallRights } from '../read-groups.ts'

/** Operations on changes of several users. Only the user who ordered a change can see it. */
const ofKeeper = { scopes: ['administer'], allowed: ['keeper'] } as const

export const userChangeOperations: OperationGroup = {
  cases: [
    {
      ...ofKeeper,
      operation: 'user-changes/order-user-change',
      api: ({ colleague }) =>
        post('/usersgroups/user-changes', { users: { ids: [colleague] }, change: { kind: 'restore' } }),
    },
    {
      ...ofKeeper,
      operation: 'user-changes/start-user-change',
      api: ({ checkedChange }) => post(`/usersgroups/user-changes/${checkedChange}/start`),
    },
    {
      ...ofKeeper,
      operation: 'user-changes/cancel-user-change',
      api: ({ checkedChange }) => remove(`/usersgroups/user-changes/${checkedChange}`),
    },
  ],
}

/** The roles that may make each call on changes of several users. */
export const userChangeRights: CallRights = {
  'POST /usersgroups/user-changes': ['RoleUserAdmin'],
  'GET /usersgroups/user-changes': ['RoleUserAdmin'],
  'POST /usersgroups/user-changes/{id}/start': ['RoleUserAdmin'],
  'DELETE /usersgroups/user-changes/{id}': ['RoleUserAdmin'],
  'GET /usersgroups/user-changes/{id}/report': ['RoleUserAdmin'],
}
