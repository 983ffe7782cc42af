import { defineCall, roles } from '@millrace/contract'
import { z } from 'zod'

export const sessionCalls = {
  login: defineCall({
    method: 'POST', path: '/auth/login', summary: '', tag: '', audience: 'public',
    body: z.object({ username: z.string(), password: z.string() }),
    answer: 'empty',
  }),
  logout: defineCall({ method: 'POST', path: '/logout', summary: '', tag: '', audience: 'public', answer: 'empty' }),
  init: defineCall({
    method: 'GET', path: '/usersgroups/usersAPI/init', summary: '', tag: '', audience: 'signed-in',
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
  about: defineCall({
    method: 'GET', path: '/about', summary: '', tag: '', audience: 'signed-in',
    answer: z.object({ userName: z.string(), firstName: z.string().nullable(), lastName: z.string().nullable(), userRole: z.string(), modellerVersion: z.string(), licenseKey: z.string().nullable(), appsAllowed: z.string().nullable(), expiryDate: z.string().nullable() }),
  }),
  sessionTimeout: defineCall({ method: 'GET', path: '/users/session-timeout', summary: '', tag: '', audience: 'signed-in', answer: z.number() }),
} as const
