import { type OperationGroup, post, put, remove } from '../operation-case.ts'
import type { CallRights } from '../read-groups.ts'

const ofKeepers = { scopes: ['administer'], allowed: ['administrator'] } as const

/** Operations on own roles. */
export const ownRoleOperations: OperationGroup = {
  prepare: async (as) => {
    const make = async (name: string) =>
      (await as('root', '/api', post('/usersgroups/own-roles', { key: name, name }))).id as string
    const [ownRole, disabledOwnRole] = [await make('First'), await make('Old')]
    await as('root', '/api', remove(`/usersgroups/own-roles/${disabledOwnRole}?deletedReason=Old`))
    return { ownRole, disabledOwnRole }
  },
  cases: [
    {
      ...ofKeepers,
      operation: 'own-roles/create-own-role',
      api: () => post('/usersgroups/own-roles', { key: 'second', name: 'Second' }),
    },
    {
      ...ofKeepers,
      operation: 'own-roles/change-own-role',
      api: ({ ownRole }) => put(`/usersgroups/own-roles/${ownRole}`, { name: 'Other' }),
    },
    {
      ...ofKeepers,
      operation: 'own-roles/disable-own-role',
      api: ({ ownRole }) => remove(`/usersgroups/own-roles/${ownRole}?deletedReason=Old`),
    },
    {
      ...ofKeepers,
      operation: 'own-roles/restore-own-role',
      api: ({ disabledOwnRole }) => post(`/usersgroups/own-roles/${disabledOwnRole}/restore`),
    },
  ],
}

/** The roles that may make each call on own roles. */
export const ownRoleRights: CallRights = {
  'GET /usersgroups/own-roles': ['RoleAdmin'],
  'GET /usersgroups/own-roles/count': ['RoleAdmin'],
  'GET /usersgroups/own-roles/export': ['RoleAdmin'],
  'GET /usersgroups/own-roles/things': ['RoleAdmin'],
  'POST /usersgroups/own-roles': ['RoleAdmin'],
  'GET /usersgroups/own-roles/{id}': ['RoleAdmin'],
  'PUT /usersgroups/own-roles/{id}': ['RoleAdmin'],
  'DELETE /usersgroups/own-roles/{id}': ['RoleAdmin'],
  'POST /usersgroups/own-roles/{id}/restore': ['RoleAdmin'],
}
