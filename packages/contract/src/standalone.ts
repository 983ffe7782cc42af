import { z } from 'zod'
import { defineCall, defineCalls } from './call.ts'
import { limits } from './limits.ts'

/**
 * The target of a link to one form. `standaloneForm` is "true" if there is a form to show by itself; `secureForm` is
 * "true" if it is only for signed-in users. Both are texts, as in the specification.
 */
const security = z.object({ standaloneForm: z.enum(['true', 'false']), secureForm: z.enum(['true', 'false']) })

const id = z.string().max(limits.reference)

/** Calls for forms on pages of their own, which links in mails and on other sites open. */
export const standaloneCalls = defineCalls('standalone', {
  checkTask: defineCall({
    method: 'GET',
    path: '/standalone/external/checkSecure/task/{taskId}',
    summary: 'Returns whether the form of a task can be shown on a standalone page, and to whom.',
    tag: 'Standalone pages',
    audience: 'public',
    params: z.object({ taskId: id }),
    answer: security,
  }),
  checkProcess: defineCall({
    method: 'GET',
    path: '/standalone/external/checkSecure/process/{definitionId}',
    summary: 'Returns whether the start form of a process can be shown on a standalone page, and to whom.',
    tag: 'Standalone pages',
    audience: 'public',
    params: z.object({ definitionId: id }),
    answer: security,
  }),
  /** Verifies a captcha. Its solution, `response`, is valid once, and for a short time. */
  verifyCaptcha: defineCall({
    method: 'POST',
    path: '/standalone/external/verifyCaptcha',
    summary: 'Verifies the captcha of a page.',
    tag: 'Standalone pages',
    audience: 'public',
    touches: [],
    body: z.object({ response: z.string().trim().min(1).max(limits.captchaResponse) }),
    answer: z.object({ success: z.literal(true) }),
    errors: ['captcha.refused', 'captcha.unavailable', 'request.too-many'],
  }),
})
