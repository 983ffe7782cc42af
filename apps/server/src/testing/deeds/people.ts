import { administrators, type DeedGroup, everyone, get, keepers, post, put, remove, users } from './deed-case.ts'

const password = { password: 'long enough for the rules' }

/** Deeds about persons: users, groups, tenants, and what everybody does about his own account. */
export const peopleDeeds: DeedGroup = {
  cases: [
    {
      deed: 'users/create-user',
      allowed: keepers,
      rest: () => post('/user/create', { profile: { id: 'newcomer', firstName: 'New' }, credentials: password }),
    },
    {
      deed: 'users/change-user',
      of: 'somebody else',
      allowed: keepers,
      rest: () => put('/user/colleague/profile', { firstName: 'Other', lastName: 'Name', email: 'other@example.org' }),
    },
    {
      deed: 'users/change-user',
      of: 'an administrator',
      allowed: administrators,
      rest: () => put('/user/chief/profile', { firstName: 'Other', lastName: 'Name', email: 'other@example.org' }),
    },
    {
      deed: 'users/change-user',
      of: 'oneself',
      allowed: everyone,
      api: () => post('/profiles', { firstName: 'Other', lastName: 'Name', email: 'own@example.org' }),
      rest: ({ self }) =>
        put(`/user/${self}/profile`, { firstName: 'Other', lastName: 'Name', email: 'own@example.org' }),
    },
    {
      deed: 'users/set-user-password',
      of: 'somebody else',
      allowed: keepers,
      rest: () => put('/user/colleague/credentials', password),
    },
    {
      deed: 'users/set-user-password',
      of: 'an administrator',
      allowed: administrators,
      rest: () => put('/user/chief/credentials', password),
    },
    {
      deed: 'users/unlock-user',
      allowed: keepers,
      api: ({ locked }) => get(`/users/unlock/${locked}`),
      rest: () => post('/user/locked/unlock'),
    },
    { deed: 'users/delete-user', of: 'somebody else', allowed: keepers, rest: () => remove('/user/colleague') },
    { deed: 'users/delete-user', of: 'an administrator', allowed: administrators, rest: () => remove('/user/chief') },
    {
      deed: 'users/check-user-password',
      allowed: keepers,
      changesNothing: true,
      rest: () => post('/identity/verify', { username: 'colleague', password: 'guess' }),
    },
    {
      deed: 'groups/create-group',
      allowed: keepers,
      rest: () => post('/group/create', { id: 'newcomers', name: 'Newcomers' }),
    },
    { deed: 'groups/change-group', allowed: keepers, rest: () => put('/group/clerks', { name: 'Other' }) },
    {
      deed: 'groups/change-group',
      of: 'the group that stands for a role',
      allowed: administrators,
      rest: () => put('/group/camunda-admin', { name: 'Other' }),
    },
    { deed: 'groups/delete-group', allowed: keepers, rest: () => remove('/group/clerks') },
    {
      deed: 'groups/delete-group',
      of: 'the group that stands for a role',
      allowed: administrators,
      rest: () => remove('/group/camunda-admin'),
    },
    { deed: 'groups/add-group-member', allowed: keepers, rest: () => put('/group/clerks/members/colleague') },
    {
      deed: 'groups/add-group-member',
      of: 'the group that stands for a role',
      allowed: administrators,
      rest: () => put('/group/camunda-admin/members/colleague'),
    },
    { deed: 'groups/remove-group-member', allowed: keepers, rest: () => remove('/group/clerks/members/candidate') },
    {
      deed: 'groups/remove-group-member',
      of: 'the group that stands for a role',
      allowed: administrators,
      rest: () => remove('/group/camunda-admin/members/root'),
    },
    {
      deed: 'tenants/create-tenant',
      allowed: keepers,
      rest: () => post('/tenant/create', { id: 'south', name: 'South' }),
    },
    { deed: 'tenants/change-tenant', allowed: keepers, rest: () => put('/tenant/north', { name: 'Other' }) },
    { deed: 'tenants/delete-tenant', allowed: keepers, rest: () => remove('/tenant/north') },
    { deed: 'tenants/add-tenant-member', allowed: keepers, rest: () => put('/tenant/north/user-members/colleague') },
    { deed: 'tenants/remove-tenant-member', allowed: keepers, rest: () => remove('/tenant/north/user-members/root') },
    {
      deed: 'accounts/change-password',
      allowed: everyone,
      needsBrowser: true,
      api: () =>
        post('/profiles/password', {
          currentPassword: 'the password of all',
          newPassword: 'long enough for the rules',
        }),
    },
    {
      deed: 'accounts/create-api-token',
      allowed: everyone,
      needsBrowser: true,
      api: () => post('/profiles/tokens', { name: 'tool' }),
    },
    {
      deed: 'accounts/remove-api-token',
      allowed: everyone,
      needsBrowser: true,
      api: ({ ownToken }) => remove(`/profiles/tokens/${ownToken}`),
    },
    {
      deed: 'accounts/end-own-session',
      allowed: everyone,
      needsBrowser: true,
      api: ({ ownSession }) => remove(`/profiles/sessions/${ownSession}`),
    },
    {
      deed: 'accounts/end-other-sessions',
      allowed: everyone,
      needsBrowser: true,
      api: () => remove('/profiles/sessions'),
    },
    { deed: 'sessions/sign-out', allowed: everyone, needsBrowser: true, api: () => post('/logout') },
    {
      deed: 'sessions/sign-in',
      allowed: everyone,
      api: ({ self }) => post('/auth/login', { username: self, password: 'the password of all', workplace: 'place' }),
    },
    {
      deed: 'sessions/begin-session',
      allowed: everyone,
      api: ({ self }) => post('/auth/login', { username: self, password: 'the password of all', workplace: 'place' }),
    },
    { deed: 'sessions/refresh-session', allowed: everyone, needsBrowser: true, api: () => get('/tokenrefresh') },
    { deed: 'files/upload-file', allowed: users, api: () => ({ ...post('/files'), files: { 'note.txt': 'A note.' } }) },
    { deed: 'favourites/add-favourite', allowed: users, api: () => put('/category/favourites/work') },
    { deed: 'favourites/remove-favourite', allowed: users, api: () => remove('/category/favourites/other') },
  ],
}
