import { type DeedGroup, post, put, remove } from '../deed-case.ts'
import type { CallRights } from '../read-groups.ts'

/** Operations on imports of users. An import is its own user's, and nobody else's. */
const ofKeeper = { scopes: ['administer'], allowed: ['keeper'] } as const

export const userImportDeeds: DeedGroup = {
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
      deed: 'user-imports/upload-user-import',
      api: () => ({ method: 'POST', url: '/users/import', files: { 'users.csv': 'username\nanother\n' } }),
    },
    {
      ...ofKeeper,
      deed: 'user-imports/check-user-import',
      api: ({ userImport }) => put(`/users/import/${userImport}`, { mapping: ['username'], key: 'username' }),
    },
    {
      ...ofKeeper,
      deed: 'user-imports/start-user-import',
      api: ({ checkedImport }) => post(`/users/import/${checkedImport}/start`),
    },
    {
      ...ofKeeper,
      deed: 'user-imports/cancel-user-import',
      api: ({ userImport }) => remove(`/users/import/${userImport}`),
    },
  ],
}

/** Who may make which call. */
export const userImportRights: CallRights = {
  'POST /users/import': ['RoleUserAdmin'],
  'GET /usersgroups/usersAPI/import-users': ['RoleUserAdmin'],
  'PUT /users/import/{id}': ['RoleUserAdmin'],
  'POST /users/import/{id}/start': ['RoleUserAdmin'],
  'DELETE /users/import/{id}': ['RoleUserAdmin'],
  'GET /users/import/{id}/report': ['RoleUserAdmin'],
}
