import {
  administrators,
  everyone,
  get,
  keepers,
  type OperationGroup,
  post,
  put,
  remove,
  users,
} from '../operation-case.ts'

/** Far away, so that nobody stands in while the operations are walked. */
const span = { from: '2090-01-01T00:00:00.000Z', until: '2090-02-01T00:00:00.000Z', substitute: 'candidate' }

const password = { password: 'long enough for the rules' }

/** The operations on users, groups and tenants, and of users on their own account. */
export const peopleOperations: OperationGroup = {
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
      operation: 'tool-approvals/ask-tool-approval',
      scopes: ['read'],
      allowed: everyone,
      api: () => post('/profile/tool-approvals', { tool: 'cancel_instance', client: 'test', input: '{}' }),
    },
    {
      operation: 'tool-approvals/decide-tool-approval',
      scopes: 'browser',
      needsBrowser: true,
      allowed: ['user'],
      api: ({ approval }) => post(`/profile/tool-approvals/${approval}`, { isApproved: true }),
    },
    {
      operation: 'absences/create-absence',
      of: 'oneself',
      scopes: ['administer'],
      allowed: everyone,
      api: () => post('/absences', { ...span, substitute: 'colleague' }),
    },
    {
      operation: 'absences/create-absence',
      of: 'somebody else',
      scopes: ['administer'],
      allowed: keepers,
      api: () => post('/absences', { ...span, username: 'colleague' }),
    },
    {
      operation: 'absences/create-absence',
      of: 'an administrator',
      scopes: ['administer'],
      allowed: administrators,
      api: () => post('/absences', { ...span, username: 'chief' }),
    },
    {
      operation: 'absences/change-absence',
      scopes: ['administer'],
      allowed: [...keepers, 'roleless'],
      api: ({ absence }) => put(`/absences/${absence}`, { ...span, note: 'Ask the office.' }),
    },
    {
      operation: 'absences/change-absence',
      of: 'an administrator',
      scopes: ['administer'],
      allowed: administrators,
      api: ({ absenceOfChief }) => put(`/absences/${absenceOfChief}`, { ...span, note: 'Ask the office.' }),
    },
    {
      operation: 'absences/remove-absence',
      scopes: ['administer'],
      allowed: [...keepers, 'roleless'],
      api: ({ absence }) => remove(`/absences/${absence}`),
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
    {
      operation: 'groups/create-group',
      scopes: ['administer'],
      allowed: keepers,
      rest: () => post('/group/create', { id: 'newcomers', name: 'Newcomers' }),
    },
    {
      operation: 'groups/change-group',
      scopes: ['administer'],
      allowed: keepers,
      rest: () => put('/group/clerks', { name: 'Other' }),
    },
    {
      operation: 'groups/change-group',
      of: 'the group that stands for a role',
      scopes: ['administer'],
      allowed: administrators,
      rest: () => put('/group/camunda-admin', { name: 'Other' }),
    },
    {
      operation: 'groups/delete-group',
      scopes: ['administer'],
      allowed: keepers,
      rest: () => remove('/group/juniors'),
    },
    {
      operation: 'groups/delete-group',
      of: 'members with more rights',
      scopes: ['administer'],
      allowed: [],
      rest: () => remove('/group/clerks'),
    },
    {
      operation: 'groups/delete-group',
      of: 'the group that stands for a role',
      scopes: ['administer'],
      allowed: administrators,
      rest: () => remove('/group/camunda-admin'),
    },
    {
      operation: 'groups/add-group-member',
      scopes: ['administer'],
      allowed: keepers,
      rest: () => put('/group/clerks/members/colleague'),
    },
    {
      operation: 'groups/add-group-member',
      of: 'the group that stands for a role',
      scopes: ['administer'],
      allowed: administrators,
      rest: () => put('/group/camunda-admin/members/colleague'),
    },
    {
      operation: 'groups/remove-group-member',
      scopes: ['administer'],
      allowed: keepers,
      rest: () => remove('/group/clerks/members/candidate'),
    },
    {
      operation: 'groups/remove-group-member',
      of: 'the group that stands for a role',
      scopes: ['administer'],
      allowed: administrators,
      rest: () => remove('/group/camunda-admin/members/root'),
    },
    {
      operation: 'tenants/create-tenant',
      scopes: ['administer'],
      allowed: keepers,
      rest: () => post('/tenant/create', { id: 'south', name: 'South' }),
    },
    {
      operation: 'tenants/change-tenant',
      scopes: ['administer'],
      allowed: keepers,
      rest: () => put('/tenant/north', { name: 'Other' }),
    },
    {
      operation: 'tenants/delete-tenant',
      scopes: ['administer'],
      allowed: keepers,
      rest: () => remove('/tenant/north'),
    },
    {
      operation: 'tenants/add-tenant-member',
      scopes: ['administer'],
      allowed: keepers,
      rest: () => put('/tenant/north/user-members/colleague'),
    },
    {
      operation: 'tenants/remove-tenant-member',
      scopes: ['administer'],
      allowed: keepers,
      rest: () => remove('/tenant/north/user-members/root'),
    },
    {
      operation: 'authorizations/create-authorization',
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
      operation: 'authorizations/change-authorization',
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
      operation: 'authorizations/delete-authorization',
      scopes: ['administer'],
      allowed: administrators,
      rest: ({ authorization }) => remove(`/authorization/${authorization}`),
    },
    {
      operation: 'accounts/change-password',
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
      operation: 'accounts/create-api-token',
      scopes: 'browser',
      allowed: everyone,
      needsBrowser: true,
      api: () => post('/profiles/tokens', { name: 'tool' }),
    },
    {
      operation: 'accounts/remove-api-token',
      scopes: 'browser',
      allowed: everyone,
      needsBrowser: true,
      api: ({ ownToken }) => remove(`/profiles/tokens/${ownToken}`),
    },
    {
      operation: 'accounts/end-own-session',
      scopes: 'browser',
      allowed: everyone,
      needsBrowser: true,
      api: ({ ownSession }) => remove(`/profiles/sessions/${ownSession}`),
    },
    {
      operation: 'accounts/end-other-sessions',
      scopes: 'browser',
      allowed: everyone,
      needsBrowser: true,
      api: () => remove('/profiles/sessions'),
    },
    { operation: 'sessions/sign-out', scopes: [], allowed: everyone, needsBrowser: true, api: () => post('/logout') },
    {
      operation: 'sessions/sign-in',
      scopes: [],
      allowed: everyone,
      api: ({ self }) => post('/auth/login', { username: self, password: 'the password of all', workplace: 'place' }),
    },
    {
      operation: 'sessions/begin-session',
      scopes: [],
      allowed: everyone,
      api: ({ self }) => post('/auth/login', { username: self, password: 'the password of all', workplace: 'place' }),
    },
    {
      operation: 'sessions/refresh-session',
      scopes: [],
      allowed: everyone,
      needsBrowser: true,
      api: () => get('/tokenrefresh'),
    },
    {
      operation: 'files/upload-file',
      scopes: ['work'],
      allowed: [...users, 'administrator', 'processAdministrator'],
      api: () => ({ ...post('/files'), files: { 'note.txt': 'A note.' } }),
    },
    {
      operation: 'notices/mark-notices',
      scopes: ['work'],
      allowed: users,
      api: () => put('/notices/read', { ids: ['00000000-0000-7000-8000-00000000abcd'], isRead: true }),
      changesNothing: true,
    },
    {
      operation: 'notices/mark-all-read',
      scopes: ['work'],
      allowed: users,
      api: () => put('/notices/all-read', { until: '2020-01-01T00:00:00.000Z' }),
      changesNothing: true,
    },
    {
      operation: 'notices/save-notice-settings',
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
      operation: 'news/see-tasks',
      scopes: ['work'],
      allowed: users,
      api: () => put('/tasks/news/seen', { until: '2020-01-01T00:00:00.000Z' }),
    },
    {
      operation: 'favourites/add-favourite',
      scopes: ['work'],
      allowed: users,
      api: () => put('/category/favourites/work'),
    },
    {
      operation: 'favourites/remove-favourite',
      scopes: ['work'],
      allowed: users,
      api: () => remove('/category/favourites/other'),
    },
  ],
}
