import { administrators, keepers, type OperationCase, type OperationGroup, post, remove } from '../operation-case.ts'
import type { CallRights } from '../read-groups.ts'

const ofOrdinary = { of: 'an ordinary account', scopes: ['administer'], allowed: keepers } as const
const ofAdministrator = { of: 'an administrator', scopes: ['administer'], allowed: administrators } as const
const ofProgram = { of: 'somebody with the right to the engine', scopes: ['administer'], allowed: [] } as const

/** An operation on one account: of somebody ordinary, of an administrator, and of somebody with a right that others lack. */
function onAccounts(operation: string, request: (id: string | undefined) => ReturnType<typeof post>): OperationCase[] {
  return [
    { ...ofOrdinary, operation, api: ({ colleague }) => request(colleague) },
    { ...ofAdministrator, operation, api: ({ chief }) => request(chief) },
    { ...ofProgram, operation, api: ({ engineKeeper }) => request(engineKeeper) },
  ]
}

/** Operations of user administrators on accounts. */
export const userAccountOperations: OperationGroup = {
  prepare: async (as) => {
    const disabled = await as('root', '/api', post('/users/manage/new-user', { username: 'leaver', roles: [] }))
    await as('root', '/api', remove(`/users/${disabled.id}?deletedReason=Left`))
    const engineKeeper = await as(
      'root',
      '/api',
      post('/users/manage/new-user', { username: 'engine-keeper', roles: ['RoleUser', 'RoleFullAPI'] }),
    )
    const invited = await as(
      'root',
      '/api',
      post('/users/manage/new-user', { username: 'invited', email: 'invited@example.org', roles: ['RoleFullAPI'] }),
    )
    const { items } = await as('root', '/api', { method: 'GET', url: '/users?username=candidate' })
    const candidate = items[0].id
    const tokens = await as('root', '/api', { method: 'GET', url: `/users/${candidate}/tokens` })
    return {
      leaver: disabled.id,
      engineKeeper: engineKeeper.id,
      invited: invited.id,
      candidateId: candidate,
      candidateToken: tokens[0].id,
    }
  },
  cases: [
    {
      ...ofOrdinary,
      of: 'with a first password',
      operation: 'users/create-user',
      api: () => post('/users/manage/new-user', { username: 'hired', password: 'long enough for the rules' }),
    },
    {
      ...ofAdministrator,
      of: 'as an administrator',
      allowed: [],
      operation: 'users/create-user',
      api: () => post('/users/manage/new-user', { username: 'boss', roles: ['RoleAdmin'] }),
    },
    ...onAccounts('users/edit-user', (id) => post(`/users/${id}`, { firstName: 'Other' })),
    ...onAccounts('users/update-roles', (id) => post(`/users/${id}/update-roles/add`, { roles: ['AdvRoleUser'] })),
    {
      ...ofOrdinary,
      of: 'an account with more rights',
      operation: 'password-links/send-password-link',
      api: ({ invited }) => post(`/users/${invited}/password-link`),
    },
    ...onAccounts('users/disable-user', (id) => remove(`/users/${id}?deletedReason=Left`)),
    { ...ofOrdinary, operation: 'users/restore-user', api: ({ leaver }) => post(`/users/${leaver}/restore`) },
    {
      ...ofOrdinary,
      operation: 'accounts/end-user-sessions',
      changesNothing: true,
      api: ({ colleague }) => remove(`/users/${colleague}/sessions`),
    },
    {
      ...ofAdministrator,
      operation: 'accounts/end-user-sessions',
      changesNothing: true,
      api: ({ chief }) => remove(`/users/${chief}/sessions`),
    },
    ...onAccounts('second-factors/reset-second-factors', (id) => remove(`/users/${id}/second-factors`)).map((one) => ({
      ...one,
      changesNothing: true,
    })),
    {
      ...ofOrdinary,
      of: 'a disabled account',
      allowed: administrators,
      operation: 'erasure/erase-user',
      api: ({ leaver }) => post(`/users/${leaver}/erase`, { username: 'leaver' }),
    },
    {
      ...ofOrdinary,
      of: 'an ordinary account with tokens',
      operation: 'accounts/revoke-user-token',
      api: ({ candidateId, candidateToken }) => remove(`/users/${candidateId}/tokens/${candidateToken}`),
    },
  ],
}

export const userAccountRights: CallRights = {
  'GET /users': ['RoleUserAdmin'],
  'GET /users/count': ['RoleUserAdmin'],
  'GET /users/export': ['RoleUserAdmin'],
  'GET /users/non-deleted-groups': ['RoleUserAdmin'],
  'GET /users/own-roles-in-use': ['RoleUserAdmin'],
  'POST /users/manage/new-user': ['RoleUserAdmin'],
  'GET /users/{id}': ['RoleUserAdmin'],
  'POST /users/{id}': ['RoleUserAdmin', 'RoleAdmin'],
  'DELETE /users/{id}': ['RoleUserAdmin', 'RoleAdmin'],
  'POST /users/{id}/restore': ['RoleUserAdmin', 'RoleAdmin'],
  'POST /users/{id}/password-link': ['RoleUserAdmin'],
  'PUT /users/{id}/manager': ['RoleUserAdmin', 'RoleAdmin'],
  'GET /users/unlock/{id}': ['RoleUserAdmin'],
  'GET /users/{id}/may': ['RoleAdmin'],
  'GET /users/{id}/roles': ['RoleUserAdmin'],
  'POST /users/{id}/update-roles/{change}': ['RoleUserAdmin', 'RoleAdmin'],
  'GET /users/{id}/sessions': ['RoleUserAdmin'],
  'DELETE /users/{id}/sessions': ['RoleUserAdmin', 'RoleAdmin'],
  'DELETE /users/{id}/sessions/{partId}': ['RoleUserAdmin', 'RoleAdmin'],
  'DELETE /users/{id}/second-factors': ['RoleUserAdmin', 'RoleAdmin'],
  'GET /users/{id}/erasure': ['RoleAdmin'],
  'POST /users/{id}/erase': ['RoleAdmin'],
  'GET /users/{id}/tokens': ['RoleUserAdmin'],
  'DELETE /users/{id}/tokens/{partId}': ['RoleUserAdmin', 'RoleAdmin'],
}
