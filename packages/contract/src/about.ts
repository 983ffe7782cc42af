import { z } from 'zod'
import { defineCall, defineCalls } from './call.ts'
import { namedWorkplace } from './workplace-query.ts'

const status = z.enum(['UP', 'DOWN'])
const health = z.object({ status })
/** With each database beside the first one, where the installation has some. */
const healthOfAll = z.object({
  status,
  databases: z.array(z.object({ name: z.string(), status })).optional(),
})

export const aboutCalls = defineCalls('about', {
  about: defineCall({
    method: 'GET',
    path: '/about',
    summary: 'Returns the user, the product and its licence.',
    tag: 'About',
    audience: 'signed-in',
    answer: z.object({
      userName: z.string(),
      firstName: z.string().nullable(),
      lastName: z.string().nullable(),
      /** Names of the roles, with commas between them. */
      userRole: z.string(),
      modellerVersion: z.string(),
      licenseKey: z.string().nullable(),
      appsAllowed: z.string().nullable(),
      /** YYYY-MM-DD */
      expiryDate: z.string().nullable(),
    }),
  }),
  /**
   * Returns the theme of the workplace of the signed-in user, otherwise of the named workplace, otherwise of the
   * default one.
   */
  themeDetails: defineCall({
    method: 'GET',
    path: '/about/theme-details',
    summary: 'Returns the product name and its images.',
    tag: 'About',
    audience: 'public',
    query: namedWorkplace,
    answer: z.object({
      productName: z.string(),
      /** Addresses of the pictures; null without one. */
      logo: z.string().nullable(),
      favicon: z.string().nullable(),
      /** The strapline of the workplace below its name. */
      strapline: z.string().nullable(),
    }),
  }),
  info: defineCall({
    method: 'GET',
    path: '/actuator/info',
    summary: 'Build and version.',
    tag: 'About',
    audience: 'public',
    answer: z.object({
      build: z.object({ name: z.string(), version: z.string(), number: z.string() }),
      git: z.object({ commit: z.object({ id: z.string().nullable() }) }),
    }),
  }),
  /**
   * Returns the health of the server: 503 with `DOWN` when the first database does not answer. Other databases that do
   * not answer are `DOWN` in `databases`: only their workplaces are unavailable.
   */
  health: defineCall({
    method: 'GET',
    path: '/actuator/health',
    summary: 'Returns whether the server is healthy.',
    tag: 'About',
    audience: 'public',
    answer: healthOfAll,
    unavailable: healthOfAll,
  }),
  /** Returns whether the process is running. Restart it when this call is not answered. */
  liveness: defineCall({
    method: 'GET',
    path: '/actuator/health/liveness',
    summary: 'Returns whether the process is alive.',
    tag: 'About',
    audience: 'public',
    answer: health,
    unavailable: health,
  }),
  /** Send no requests here when this says `DOWN`, as it does before the end of the process. */
  readiness: defineCall({
    method: 'GET',
    path: '/actuator/health/readiness',
    summary: 'Returns whether the server accepts requests.',
    tag: 'About',
    audience: 'public',
    answer: health,
    unavailable: health,
  }),
})
