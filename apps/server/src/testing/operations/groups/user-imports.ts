import { type OperationGroup, post, put, remove } from '../operation-case.ts'
import type { CallRights } from '../read-groups.ts'

/** Operations on imports of users. An import is its own user's, and nobody else's. */
const ofKeeper = { scopes: ['administer'], allowed: ['keeper'] } as const

export const userImportOperations: OperationGroup = {
  prepare: async (as) => {
    const { id } = await as('keeper', '/api', {
      method: 'POST',
      url: '/users/import',
      files: { 'users.csv': 'username\nimported\n' },
    })
    return { userImport: id as string }
  },
  cases: [
    {
      ...ofKeeper,
      operation: 'user-imports/upload-user-import',
      api: () => ({ method: 'POST', url: '/users/import', files: { 'users.csv': 'username\nanother\n' } }),
    },
    {
      ...ofKeeper,
      operation: 'user-imports/check-user-import',
      api: ({ userImport }) => put(`/users/import/${userImport}`, { mapping: ['username'], key: 'username' }),
    },
    {
      ...ofKeeper,
      operation: 'user-imports/start-user-import',
      api: ({ checkedImport }) => post(`/users/import/${checkedImport}/start`),
    },
    {
      ...ofKeeper,
      operation: 'user-imports/cancel-user-import',
      api: ({ userImport }) => remove(`/users/import/${userImport}`),
    },
  ],
}

/** The roles that may make each call on user imports. */
export const userImportRights: CallRights = {
  'POST /users/import': ['RoleUserAdmin'],
  'GET /usersgroups/usersAPI/import-users': ['RoleUserAdmin'],
  'PUT /users/import/{id}': ['RoleUserAdmin'],
  'POST /users/import/{id}/start': ['RoleUserAdmin'],
  'DELETE /users/import/{id}': ['RoleUserAdmin'],
  'GET /users/import/{id}/report': ['RoleUserAdmin'],
}
