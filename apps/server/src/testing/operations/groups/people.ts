import { administrators, everyone, get, keepers, type OperationGroup, post, put, remove } from '../operation-case.ts'

const password = { password: 'long enough for the rules' }

/** The operations on users. */
export const peopleOperations: OperationGroup = {
  cases: [
    {
      operation: 'users/create-user',
      scopes: ['administer'],
      allowed: keepers,
      rest: () => post('/user/create', { profile: { id: 'newcomer', firstName: 'New' }, credentials: password }),
    },
    {
      operation: 'users/change-user',
      of: 'somebody else',
      scopes: ['administer'],
      allowed: keepers,
      rest: () => put('/user/colleague/profile', { firstName: 'Other', lastName: 'Name', email: 'other@example.org' }),
    },
    {
      operation: 'users/change-user',
      of: 'an administrator',
      scopes: ['administer'],
      allowed: administrators,
      rest: () => put('/user/chief/profile', { firstName: 'Other', lastName: 'Name', email: 'other@example.org' }),
    },
    {
      operation: 'users/change-user',
      of: 'oneself',
      scopes: ['administer'],
      allowed: everyone,
      api: () => post('/profiles', { firstName: 'Other', lastName: 'Name', email: 'own@example.org' }),
      rest: ({ self }) =>
        put(`/user/${self}/profile`, { firstName: 'Other', lastName: 'Name', email: 'own@example.org' }),
    },
    {
      operation: 'users/set-user-password',
      of: 'somebody else',
      scopes: ['administer'],
      allowed: keepers,
      rest: () => put('/user/colleague/credentials', password),
    },
    {
      operation: 'users/set-user-password',
      of: 'an administrator',
      scopes: ['administer'],
      allowed: administrators,
      rest: () => put('/user/chief/credentials', password),
    },
    {
      operation: 'users/set-user-password',
      of: 'somebody with the right to the engine',
      scopes: ['administer'],
      allowed: [],
      rest: () => put('/user/program/credentials', password),
    },
    {
      operation: 'users/set-manager',
      of: 'somebody else',
      scopes: ['administer'],
      allowed: keepers,
      api: ({ colleague }) => put(`/users/${colleague}/manager`, { username: 'candidate' }),
    },
    {
      operation: 'users/set-manager',
      of: 'an administrator',
      scopes: ['administer'],
      allowed: administrators,
      api: ({ chief }) => put(`/users/${chief}/manager`, { username: 'candidate' }),
    },
    {
      operation: 'users/unlock-user',
      scopes: ['administer'],
      allowed: keepers,
      api: ({ locked }) => get(`/users/unlock/${locked}`),
      rest: () => post('/user/locked/unlock'),
    },
    {
      operation: 'users/delete-user',
      of: 'somebody else',
      scopes: ['administer'],
      allowed: keepers,
      rest: () => remove('/user/colleague'),
    },
    {
      operation: 'users/delete-user',
      of: 'an administrator',
      scopes: ['administer'],
      allowed: administrators,
      rest: () => remove('/user/chief'),
    },
    {
      operation: 'users/check-user-password',
      scopes: ['administer'],
      allowed: keepers,
      changesNothing: true,
      rest: () => post('/identity/verify', { username: 'colleague', password: 'guess' }),
    },
  ],
}
