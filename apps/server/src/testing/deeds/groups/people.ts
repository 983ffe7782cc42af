import { administrators, type DeedGroup, everyone, get, keepers, post, put, remove, users } from '../deed-case.ts'

/** Far away, so that nobody stands in while the deeds are walked. */
const span = { from: '2090-01-01T00:00:00.000Z', until: '2090-02-01T00:00:00.000Z', substitute: 'candidate' }

const password = { password: 'long enough for the rules' }

/** Deeds about persons: users, groups, tenants, and what everybody does about his own account. */
export const peopleDeeds: DeedGroup = {
  prepare: async (as) => {
    const made = await as(
      'root',
      '/engine-rest',
      post('/authorization/create', {
        type: 1,
        permissions: ['READ'],
        userId: 'locked',
        resourceType: 6,
        resourceId: 'other',
      }),
    )
    await as('root', '/engine-rest', post('/group/create', { id: 'juniors', name: 'Juniors' }))
    await as('root', '/engine-rest', put('/group/juniors/members/candidate'))
    const absence = await as('roleless', '/api', post('/absences', { ...span, username: null }))
    const ofChief = await as('chief', '/api', post('/absences', { ...span, username: null }))
    const use = { tool: 'cancel_instance', client: 'test', input: '{"of":"user"}' }
    await as('user', '/api', post('/profile/tool-approvals', use))
    const [approval] = await as('user', '/api', get('/profile/tool-approvals'))
    return { approval: approval.id, authorization: made.id, absence: absence.id, absenceOfChief: ofChief.id }
  },
  cases: [
    {
      deed: 'users/create-user',
      scopes: ['administer'],
      allowed: keepers,
      rest: () => post('/user/create', { profile: { id: 'newcomer', firstName: 'New' }, credentials: password }),
    },
    {
      deed: 'users/change-user',
      of: 'somebody else',
      scopes: ['administer'],
      allowed: keepers,
      rest: () => put('/user/colleague/profile', { firstName: 'Other', lastName: 'Name', email: 'other@example.org' }),
    },
    {
      deed: 'users/change-user',
      of: 'an administrator',
      scopes: ['administer'],
      allowed: administrators,
      rest: () => put('/user/chief/profile', { firstName: 'Other', lastName: 'Name', email: 'other@example.org' }),
    },
    {
      deed: 'users/change-user',
      of: 'oneself',
      scopes: ['administer'],
      allowed: everyone,
      api: () => post('/profiles', { firstName: 'Other', lastName: 'Name', email: 'own@example.org' }),
      rest: ({ self }) =>
        put(`/user/${self}/profile`, { firstName: 'Other', lastName: 'Name', email: 'own@example.org' }),
    },
    {
      deed: 'tool-approvals/ask-tool-approval',
      scopes: ['read'],
      allowed: everyone,
      api: () => post('/profile/tool-approvals', { tool: 'cancel_instance', client: 'test', input: '{}' }),
    },
    {
      deed: 'tool-approvals/decide-tool-approval',
      scopes: 'browser',
      needsBrowser: true,
      allowed: ['user'],
      api: ({ approval }) => post(`/profile/tool-approvals/${approval}`, { isApproved: true }),
    },
    {
      deed: 'absences/create-absence',
      of: 'oneself',
      scopes: ['administer'],
      allowed: everyone,
      api: () => post('/absences', { ...span, substitute: 'colleague' }),
    },
    {
      deed: 'absences/create-absence',
      of: 'somebody else',
      scopes: ['administer'],
      allowed: keepers,
      api: () => post('/absences', { ...span, username: 'colleague' }),
    },
    {
      deed: 'absences/create-absence',
      of: 'an administrator',
      scopes: ['administer'],
      allowed: administrators,
      api: () => post('/absences', { ...span, username: 'chief' }),
    },
    {
      deed: 'absences/change-absence',
      scopes: ['administer'],
      allowed: [...keepers, 'roleless'],
      api: ({ absence }) => put(`/absences/${absence}`, { ...span, note: 'Ask the office.' }),
    },
    {
      deed: 'absences/change-absence',
      of: 'an administrator',
      scopes: ['administer'],
      allowed: administrators,
      api: ({ absenceOfChief }) => put(`/absences/${absenceOfChief}`, { ...span, note: 'Ask the office.' }),
    },
    {
      deed: 'absences/remove-absence',
      scopes: ['administer'],
      allowed: [...keepers, 'roleless'],
      api: ({ absence }) => remove(`/absences/${absence}`),
    },
    {
      deed: 'users/set-user-password',
      of: 'somebody else',
      scopes: ['administer'],
      allowed: keepers,
      rest: () => put('/user/colleague/credentials', password),
    },
    {
      deed: 'users/set-user-password',
      of: 'an administrator',
      scopes: ['administer'],
      allowed: administrators,
      rest: () => put('/user/chief/credentials', password),
    },
    {
      deed: 'users/set-user-password',
      of: 'somebody with the right to the engine',
      scopes: ['administer'],
      allowed: [],
      rest: () => put('/user/program/credentials', password),
    },
    {
      deed: 'users/set-manager',
      of: 'somebody else',
      scopes: ['administer'],
      allowed: keepers,
      api: ({ colleague }) => put(`/users/${colleague}/manager`, { username: 'candidate' }),
    },
    {
      deed: 'users/set-manager',
      of: 'an administrator',
      scopes: ['administer'],
      allowed: administrators,
      api: ({ chief }) => put(`/users/${chief}/manager`, { username: 'candidate' }),
    },
    {
      deed: 'users/unlock-user',
      scopes: ['administer'],
      allowed: keepers,
      api: ({ locked }) => get(`/users/unlock/${locked}`),
      rest: () => post('/user/locked/unlock'),
    },
    {
      deed: 'users/delete-user',
      of: 'somebody else',
      scopes: ['administer'],
      allowed: keepers,
      rest: () => remove('/user/colleague'),
    },
    {
      deed: 'users/delete-user',
      of: 'an administrator',
      scopes: ['administer'],
      allowed: administrators,
      rest: () => remove('/user/chief'),
    },
    {
      deed: 'users/check-user-password',
      scopes: ['administer'],
      allowed: keepers,
      changesNothing: true,
      rest: () => post('/identity/verify', { username: 'colleague', password: 'guess' }),
    },
    {
      deed: 'groups/create-group',
      scopes: ['administer'],
      allowed: keepers,
      rest: () => post('/group/create', { id: 'newcomers', name: 'Newcomers' }),
    },
    {
      deed: 'groups/change-group',
      scopes: ['administer'],
      allowed: keepers,
      rest: () => put('/group/clerks', { name: 'Other' }),
    },
    {
      deed: 'groups/change-group',
      of: 'the group that stands for a role',
      scopes: ['administer'],
      allowed: administrators,
      rest: () => put('/group/camunda-admin', { name: 'Other' }),
    },
    { deed: 'groups/delete-group', scopes: ['administer'], allowed: keepers, rest: () => remove('/group/juniors') },
    {
      deed: 'groups/delete-group',
      of: 'members with more rights',
      scopes: ['administer'],
      allowed: [],
      rest: () => remove('/group/clerks'),
    },
    {
      deed: 'groups/delete-group',
      of: 'the group that stands for a role',
      scopes: ['administer'],
      allowed: administrators,
      rest: () => remove('/group/camunda-admin'),
    },
    {
      deed: 'groups/add-group-member',
      scopes: ['administer'],
      allowed: keepers,
      rest: () => put('/group/clerks/members/colleague'),
    },
    {
      deed: 'groups/add-group-member',
      of: 'the group that stands for a role',
      scopes: ['administer'],
      allowed: administrators,
      rest: () => put('/group/camunda-admin/members/colleague'),
    },
    {
      deed: 'groups/remove-group-member',
      scopes: ['administer'],
      allowed: keepers,
      rest: () => remove('/group/clerks/members/candidate'),
    },
    {
      deed: 'groups/remove-group-member',
      of: 'the group that stands for a role',
      scopes: ['administer'],
      allowed: administrators,
      rest: () => remove('/group/camunda-admin/members/root'),
    },
    {
      deed: 'tenants/create-tenant',
      scopes: ['administer'],
      allowed: keepers,
      rest: () => post('/tenant/create', { id: 'south', name: 'South' }),
    },
    {
      deed: 'tenants/change-tenant',
      scopes: ['administer'],
      allowed: keepers,
      rest: () => put('/tenant/north', { name: 'Other' }),
    },
    { deed: 'tenants/delete-tenant', scopes: ['administer'], allowed: keepers, rest: () => remove('/tenant/north') },
    {
      deed: 'tenants/add-tenant-member',
      scopes: ['administer'],
      allowed: keepers,
      rest: () => put('/tenant/north/user-members/colleague'),
    },
    {
      deed: 'tenants/remove-tenant-member',
      scopes: ['administer'],
      allowed: keepers,
      rest: () => remove('/tenant/north/user-members/root'),
    },
    {
      deed: 'authorizations/create-authorization',
      scopes: ['administer'],
      allowed: administrators,
      rest: () =>
        post('/authorization/create', {
          type: 1,
          permissions: ['READ'],
          groupId: 'clerks',
          resourceType: 6,
          resourceId: 'work',
        }),
    },
    {
      deed: 'authorizations/change-authorization',
      scopes: ['administer'],
      allowed: administrators,
      rest: ({ authorization }) =>
        put(`/authorization/${authorization}`, {
          permissions: ['READ', 'UPDATE'],
          userId: 'colleague',
          resourceType: 6,
          resourceId: 'hidden',
        }),
    },
    {
      deed: 'authorizations/delete-authorization',
      scopes: ['administer'],
      allowed: administrators,
      rest: ({ authorization }) => remove(`/authorization/${authorization}`),
    },
    {
      deed: 'accounts/change-password',
      scopes: 'browser',
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
      scopes: 'browser',
      allowed: everyone,
      needsBrowser: true,
      api: () => post('/profiles/tokens', { name: 'tool' }),
    },
    {
      deed: 'accounts/remove-api-token',
      scopes: 'browser',
      allowed: everyone,
      needsBrowser: true,
      api: ({ ownToken }) => remove(`/profiles/tokens/${ownToken}`),
    },
    {
      deed: 'accounts/end-own-session',
      scopes: 'browser',
      allowed: everyone,
      needsBrowser: true,
      api: ({ ownSession }) => remove(`/profiles/sessions/${ownSession}`),
    },
    {
      deed: 'accounts/end-other-sessions',
      scopes: 'browser',
      allowed: everyone,
      needsBrowser: true,
      api: () => remove('/profiles/sessions'),
    },
    { deed: 'sessions/sign-out', scopes: [], allowed: everyone, needsBrowser: true, api: () => post('/logout') },
    {
      deed: 'sessions/sign-in',
      scopes: [],
      allowed: everyone,
      api: ({ self }) => post('/auth/login', { username: self, password: 'the password of all', workplace: 'place' }),
    },
    {
      deed: 'sessions/begin-session',
      scopes: [],
      allowed: everyone,
      api: ({ self }) => post('/auth/login', { username: self, password: 'the password of all', workplace: 'place' }),
    },
    {
      deed: 'sessions/refresh-session',
      scopes: [],
      allowed: everyone,
      needsBrowser: true,
      api: () => get('/tokenrefresh'),
    },
    {
      deed: 'files/upload-file',
      scopes: ['work'],
      allowed: [...users, 'administrator', 'processAdministrator'],
      api: () => ({ ...post('/files'), files: { 'note.txt': 'A note.' } }),
    },
    {
      deed: 'notices/mark-notices',
      scopes: ['work'],
      allowed: users,
      api: () => put('/notices/read', { ids: ['00000000-0000-7000-8000-00000000abcd'], isRead: true }),
      changesNothing: true,
    },
    {
      deed: 'notices/mark-all-read',
      scopes: ['work'],
      allowed: users,
      api: () => put('/notices/all-read', { until: '2020-01-01T00:00:00.000Z' }),
      changesNothing: true,
    },
    {
      deed: 'notices/save-notice-settings',
      scopes: 'browser',
      needsBrowser: true,
      allowed: users,
      api: () =>
        put('/notices/settings', {
          ...{ inProduct: ['overdue'], byMail: ['assigned'], rhythm: 'daily', hour: 7, timeZone: 'Europe/Berlin' },
          hasAnswers: false,
        }),
    },
    {
      deed: 'news/see-tasks',
      scopes: ['work'],
      allowed: users,
      api: () => put('/tasks/news/seen', { until: '2020-01-01T00:00:00.000Z' }),
    },
    { deed: 'favourites/add-favourite', scopes: ['work'], allowed: users, api: () => put('/category/favourites/work') },
    {
      deed: 'favourites/remove-favourite',
      scopes: ['work'],
      allowed: users,
      api: () => remove('/category/favourites/other'),
    },
  ],
}
