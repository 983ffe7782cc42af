import { z } from 'zod'
import { defineCall } from './call.ts'
import { roles } from './roles.ts'

/** What the shell asks before it shows anything: who is signed in, where, and with what. */
export const shellCalls = {
  userInfo: defineCall({
    method: 'GET',
    path: '/usersgroups/usersAPI/userInfo',
    summary: 'Who is signed in.',
    tag: 'Session',
    audience: 'signed-in',
    answer: z.object({ username: z.string(), preferredUsername: z.string() }),
  }),
  init: defineCall({
    method: 'GET',
    path: '/usersgroups/usersAPI/init',
    summary: 'What the browser application needs to begin.',
    tag: 'Session',
    audience: 'signed-in',
    answer: z.object({
      ROLES: z.array(z.enum(roles)),
      MONITOR_ENABLED: z.boolean(),
      MONITOR_URL: z.string().nullable(),
      ENABLE_PRIVACY_POLICY: z.boolean(),
      PRIVACY_POLICY_LINK_NAME: z.string().nullable(),
      PRIVACY_POLICY_LINK_URL: z.string().nullable(),
      HELP_URL: z.string().nullable(),
      USER_INFO: z.object({ username: z.string() }),
    }),
  }),
  defaultWorkplace: defineCall({
    method: 'GET',
    path: '/usersgroups/usersAPI/defaultWorkplace',
    summary: 'Which workplace users have who choose none.',
    tag: 'Session',
    audience: 'signed-in',
    answer: z.object({ DEFAULT_WORKPLACE: z.string() }),
    errors: ['thing.not-found'],
  }),
  tenantIdentifier: defineCall({
    method: 'GET',
    path: '/usersgroups/usersAPI/tenantIdentifier',
    summary: 'Which workplace the user works in.',
    tag: 'Session',
    audience: 'signed-in',
    answer: z.object({ tenantIdentifier: z.string() }),
  }),
  sessionTimeout: defineCall({
    method: 'GET',
    path: '/users/session-timeout',
    summary: 'Seconds without a request after which the session ends.',
    tag: 'Session',
    audience: 'signed-in',
    answer: z.number().int(),
  }),
} as const
