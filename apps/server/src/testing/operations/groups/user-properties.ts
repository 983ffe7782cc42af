import { administrators, everyone, get, keepers, type OperationGroup, post, put, remove } from '../operation-case.ts'
import type { CallRights } from '../read-groups.ts'

const ofKeepers = { scopes: ['administer'], allowed: ['keeper'] } as const

/** Operations on user properties. */
export const userPropertyOperations: OperationGroup = {
  prepare: async (as) => {
    const make = async (name: string) =>
      (await as('root', '/api', post('/usersgroups/user-properties', { name, key: name, editors: 'user' })))
        .id as string
    const [userProperty, disabledUserProperty] = [await make('First'), await make('Old')]
    await as('root', '/api', remove(`/usersgroups/user-properties/${disabledUserProperty}?deletedReason=Old`))
    const { items } = await as('root', '/api', get('/users?size=100'))
    const ids = items.map(({ username, id }: { username: string; id: string }) => [`id of ${username}`, id])
    return { userProperty, disabledUserProperty, ...Object.fromEntries(ids) }
  },
  cases: [
    {
      ...ofKeepers,
      operation: 'user-properties/create-user-property',
      api: () => post('/usersgroups/user-properties', { name: 'Second', key: 'second' }),
    },
    {
      ...ofKeepers,
      operation: 'user-properties/change-user-property',
      api: ({ userProperty }) =>
        put(`/usersgroups/user-properties/${userProperty}`, { name: 'Other', key: 'First', editors: 'user' }),
    },
    {
      ...ofKeepers,
      operation: 'user-properties/disable-user-property',
      api: ({ userProperty }) => remove(`/usersgroups/user-properties/${userProperty}?deletedReason=Old`),
    },
    {
      ...ofKeepers,
      operation: 'user-properties/restore-user-property',
      api: ({ disabledUserProperty }) => post(`/usersgroups/user-properties/${disabledUserProperty}/restore`),
    },
    {
      operation: 'user-properties/set-property-values',
      of: 'somebody else',
      scopes: ['administer'],
      allowed: keepers,
      api: ({ colleague }) => put(`/users/${colleague}/properties`, { values: { First: 'Lisbon' } }),
    },
    {
      operation: 'user-properties/set-property-values',
      of: 'an administrator',
      scopes: ['administer'],
      allowed: administrators,
      api: ({ chief }) => put(`/users/${chief}/properties`, { values: { First: 'Lisbon' } }),
    },
    {
      operation: 'user-properties/set-property-values',
      of: 'oneself',
      scopes: ['administer'],
      allowed: everyone,
      api: (things) => put(`/users/${things[`id of ${things.self}`]}/properties`, { values: { First: 'Lisbon' } }),
    },
  ],
}

/** The roles that may make each call on user properties. */
export const userPropertyRights: CallRights = {
  'GET /usersgroups/user-properties': ['RoleUserAdmin'],
  'GET /usersgroups/user-properties/count': ['RoleUserAdmin'],
  'GET /usersgroups/user-properties/export': ['RoleUserAdmin'],
  'POST /usersgroups/user-properties': ['RoleUserAdmin'],
  'GET /usersgroups/user-properties/{id}': ['RoleUserAdmin'],
  'PUT /usersgroups/user-properties/{id}': ['RoleUserAdmin'],
  'DELETE /usersgroups/user-properties/{id}': ['RoleUserAdmin'],
  'POST /usersgroups/user-properties/{id}/restore': ['RoleUserAdmin'],
  'GET /users/{id}/properties': 'signed-in',
  'PUT /users/{id}/properties': 'signed-in',
  'GET /users/{id}/properties/{key}/choices': 'signed-in',
}
