import { z } from 'zod'
import { defineCall, defineCalls } from './call.ts'
import { limits } from './limits.ts'
import { listCalls } from './list/list-calls.ts'
import { userList, userRow } from './lists/users.ts'
import { shownReaches } from './permissions.ts'
import { roles } from './roles.ts'
import { idParams } from './values.ts'

/** Calls that the page frame makes first: the signed-in user, the workplace, and the pages that the user may open. */
export const shellCalls = defineCalls('shell', {
  userInfo: defineCall({
    method: 'GET',
    path: '/usersgroups/usersAPI/userInfo',
    summary: 'Returns the signed-in user.',
    tag: 'Session',
    audience: 'signed-in',
    answer: z.object({ username: z.string(), preferredUsername: z.string() }),
  }),
  init: defineCall({
    method: 'GET',
    path: '/usersgroups/usersAPI/init',
    follows: ['settings'],
    summary: 'Returns the data that the web application needs at its start.',
    tag: 'Session',
    audience: 'signed-in',
    answer: z.object({
      ROLES: z.array(z.enum(roles)),
      /** The rights that open pages to users without the roles of these pages. */
      OPENS: shownReaches.optional(),
      MONITOR_ENABLED: z.boolean(),
      MONITOR_URL: z.string().nullable(),
      ENABLE_PRIVACY_POLICY: z.boolean(),
      PRIVACY_POLICY_LINK_NAME: z.string().nullable(),
      PRIVACY_POLICY_LINK_URL: z.string().nullable(),
      HELP_URL: z.string().nullable(),
      /** Minutes between the browser's own refreshes of the session. */
      TOKEN_REFRESH_MINUTES: z.number().int(),
      /** The id is what each call of a page says of whom it is, in the header `X-Millrace-User`. */
      USER_INFO: z.object({ username: z.string(), id: z.string() }),
      /** Shown above each page. The text of a maintenance may be empty. */
      BANNERS: z.array(z.object({ kind: z.enum(['maintenance', 'info', 'warning']), text: z.string() })),
    }),
  }),
  defaultWorkplace: defineCall({
    method: 'GET',
    path: '/usersgroups/usersAPI/defaultWorkplace',
    summary: 'Returns the default workplace of the user, if they have one.',
    tag: 'Session',
    audience: 'signed-in',
    answer: z.object({ DEFAULT_WORKPLACE: z.string() }),
    errors: ['thing.not-found'],
  }),
  tenantIdentifier: defineCall({
    method: 'GET',
    path: '/usersgroups/usersAPI/tenantIdentifier',
    summary: 'Returns the current workplace of the user.',
    tag: 'Session',
    audience: 'signed-in',
    answer: z.object({ tenantIdentifier: z.string() }),
  }),
  workplaces: defineCall({
    method: 'GET',
    path: '/usersgroups/usersAPI/workplaces',
    summary: 'Lists the workplaces of the user, and the current one.',
    tag: 'Session',
    audience: 'signed-in',
    /** The own name, or nothing. */
    query: z.object({ username: z.string().max(limits.username).optional() }),
    answer: z.object({
      /** References, with commas between them. */
      workplaces: z.string(),
      selectedWorkplace: z.string(),
      /** The display name. */
      selectedName: z.string(),
      advancedSso: z.boolean(),
    }),
    errors: ['thing.not-found'],
  }),
  /** Continues in another workplace of the user, with a new session there. */
  updateTenant: defineCall({
    method: 'POST',
    path: '/usersgroups/usersAPI/updateTenant',
    summary: 'Changes the workplace.',
    tag: 'Session',
    audience: 'signed-in',
    scope: 'browser',
    touches: [],
    query: z.object({ selectedWrf: z.string().trim().min(1).max(limits.name) }),
    answer: z.object({
      selectedWorkplace: z.string(),
      accessSeconds: z.number().int(),
      sessionSeconds: z.number().int(),
    }),
    errors: ['workplace.fixed', 'thing.not-found'],
  }),
  redirectToSecure: defineCall({
    method: 'GET',
    path: '/usersgroups/usersAPI/redirectToSecure',
    summary: 'Returns the sign-in address of the advanced single sign-on, or the sign-in page.',
    tag: 'Session',
    audience: 'public',
    query: z.object({ returnUrl: z.string().max(2000).optional() }),
    answer: z.object({ location: z.string(), advancedSso: z.boolean() }),
  }),
  sessionTimeout: defineCall({
    method: 'GET',
    path: '/users/session-timeout',
    summary: 'Returns the session timeout in seconds.',
    tag: 'Session',
    audience: 'signed-in',
    answer: z.number().int(),
  }),
})

export const userCalls = defineCalls('users', {
  /** Sets the manager of a user, who gets tasks for managers; null removes it. Users cannot be their own manager. */
  setManager: defineCall({
    method: 'PUT',
    path: '/users/{id}/manager',
    summary: 'Sets the manager of a user.',
    tag: 'Users',
    audience: ['RoleUserAdmin', 'RoleAdmin'],
    scope: 'administer',
    touches: ['users', 'userAccounts', 'profile'],
    params: idParams,
    body: z.object({ username: z.string().trim().min(1).max(limits.username).nullable() }),
    answer: 'empty',
    errors: ['thing.not-found', 'user.own-manager'],
  }),
  ...listCalls(userList, {
    path: '/users',
    summary: 'Lists the users of the workplace.',
    tag: 'Users',
    audience: ['RoleUserAdmin'],
    row: userRow,
  }),
  /** Unlocks an account. A GET by the specification. */
  unlock: defineCall({
    method: 'GET',
    path: '/users/unlock/{id}',
    summary: 'Unlocks a user.',
    tag: 'Users',
    audience: ['RoleUserAdmin'],
    touches: ['users', 'userAccounts'],
    isChange: true,
    params: idParams,
    answer: 'empty',
    errors: ['thing.not-found'],
  }),
})
