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

/** In the far future, so that no substitute takes over during the tests. */
const span = { from: '2090-01-01T00:00:00.000Z', until: '2090-02-01T00:00:00.000Z', substitute: 'candidate' }

/** The operations of users on their own account, absences and notifications. */
export const ownAccountOperations: OperationGroup = {
  prepare: async (as) => {
    const absence = await as('roleless', '/api', post('/absences', { ...span, username: null }))
    const ofChief = await as('chief', '/api', post('/absences', { ...span, username: null }))
    const use = { tool: 'cancel_instance', client: 'test', input: '{"of":"user"}' }
    await as('user', '/api', post('/profile/tool-approvals', use))
    const [approval] = await as('user', '/api', get('/profile/tool-approvals'))
    return { approval: approval.id, absence: absence.id, absenceOfChief: ofChief.id }
  },
  cases: [
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
