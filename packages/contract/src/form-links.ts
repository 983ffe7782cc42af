import { z } from 'zod'
import { defineCall, defineCalls } from './call.ts'
import { storedFile } from './files.ts'
import { choiceAnswer, choiceQuery, formQuery, formSubmission, formValues, openedForm } from './form-data.ts'
import { limits } from './limits.ts'
import { listCalls } from './list/list-calls.ts'
import { formLinkList, formLinkRow } from './lists/form-links.ts'
import { text } from './patterns.ts'
import { idParams, instant } from './values.ts'

export const formLinkLimits = {
  /** The sites of one link. */
  sites: 10,
  site: 255,
  /** The maximum length of the text after sending, and of the address that the page offers then. */
  thanks: 1_000,
  onwards: 2_000,
  /** The maximum number of valid links of a workplace: ended, expired and used ones do not count. */
  links: 1_000,
  /** Minutes for which an uploaded file waits for its form, and for which a solved captcha is valid. */
  waitingMinutes: 60,
  /** The days for which a receipt is kept after its form was sent, and at least as long as its instance runs. */
  receiptDays: 180,
  /** The days for which an ended, expired or used link is listed, and at least as long as its receipts are kept. */
  overDays: 180,
  /**
   * The number of days for which a saved form is kept, and the maximum number of forms that one link saves in a day.
   */
  savedDays: 14,
  /** The days for which users who return to an expired saved form get a message. Then it is deleted. */
  savedOverDays: 30,
  savedADay: 500,
} as const

/** The reasons why a link is no longer valid, in `reason` of the `details` of `link.over`. */
export const linkOverReasons = ['expired', 'used', 'ended', 'done', 'savedUsed', 'savedExpired'] as const

export type LinkOverReason = (typeof linkOverReasons)[number]

/** Captcha services that the server can use in place of the built-in captcha. */
export const captchaServiceKinds = ['recaptcha', 'hcaptcha', 'turnstile'] as const

export type CaptchaServiceKind = (typeof captchaServiceKinds)[number]

const captchaService = z.object({ kind: z.enum(captchaServiceKinds), siteKey: z.string() })

export type CaptchaService = z.output<typeof captchaService>

/** An origin as browsers write it: scheme, host, and port where it is an unusual one. */
const site = z
  .string()
  .trim()
  .max(formLinkLimits.site)
  .regex(
    /^https?:\/\/[a-z0-9]([a-z0-9.-]*[a-z0-9])?(:\d{1,5})?$/,
    'Expected the beginning of an address, such as https://www.example.org.',
  )

const of = { tag: 'Public links', audience: ['RoleProcessAdmin', 'RoleAdmin'] } as const

/** Calls for public links, by which people without an account start processes or complete tasks. */
export const formLinkCalls = defineCalls('formLinks', {
  ...listCalls(formLinkList, {
    path: '/processengine/links',
    summary: 'Lists the links by which people without an account start processes.',
    ...of,
    row: formLinkRow,
  }),
  /** Creates a link. Only this answer contains the `token`: if it is lost, create another link. */
  create: defineCall({
    ...of,
    method: 'POST',
    path: '/processengine/links',
    summary: 'Creates a public link by which people without an account start a process or complete a task.',
    scope: 'operate',
    touches: ['formLinks'],
    happensOnce: true,
    body: z
      .object({
        name: text('name'),
        /** The id of a version of the process, whose newest version the link opens; otherwise `taskId`. */
        definitionId: z.string().max(limits.reference).optional(),
        /** The id of an open task. Anyone with the link can complete the task, also when it has an assignee. */
        taskId: z.string().max(limits.reference).optional(),
        /** The recipient of the link. The link is mailed to them, and shown to nobody else. */
        recipient: z.email().max(254).nullable().default(null),
        expiresAt: instant.nullable().default(null),
        isOnce: z.boolean().default(false),
        hasCaptcha: z.boolean().default(true),
        /** Whether users can save the form and continue later by a link that is mailed to them. */
        maySave: z.boolean().default(false),
        sites: z.array(site).max(formLinkLimits.sites).default([]),
        /** The message after the form was sent, as plain text. */
        thanks: z
          .string()
          .trim()
          .max(formLinkLimits.thanks)
          .nullable()
          .default(null)
          .transform((said) => said || null),
        /** The page that is offered after the form was sent. */
        onwards: z
          .url({ protocol: /^https?$/ })
          .max(formLinkLimits.onwards)
          .nullable()
          .default(null),
      })
      .refine(
        ({ definitionId, taskId }) => (definitionId === undefined) !== (taskId === undefined),
        'Expected either a process or a task.',
      ),
    /** `token` and `path` are null where it was mailed. */
    answer: z.object({ id: z.string(), token: z.string().nullable(), path: z.string().nullable() }),
    errors: ['thing.not-found', 'definition.not-startable', 'link.too-many', 'link.invalid'],
  }),
  end: defineCall({
    ...of,
    method: 'DELETE',
    path: '/processengine/links/{id}',
    summary: 'Ends a public link.',
    scope: 'operate',
    touches: ['formLinks'],
    params: idParams,
    answer: 'empty',
    errors: ['thing.not-found'],
  }),
})

/** The token in the address of the link. */
const params = z.object({ token: z.string().max(100) })
const open = { tag: 'Standalone pages', audience: 'public', isOwnProof: true, params } as const
const over = ['thing.not-found', 'link.over', 'definition.not-startable', 'request.too-many'] as const

/** The secret in a mailed link, where the form was opened by one. */
const saved = z.string().max(100).optional()

/** The id of one visit, created by the page: a form that is being filled in. */
const visit = z.uuidv4()

/** The answer of `pass` for this visit. */
const pass = z.string().max(200).optional()

/** Calls for holders of a public link, without sign-in. */
export const openFormCalls = defineCalls('openForms', {
  get: defineCall({
    ...open,
    method: 'GET',
    path: '/standalone/external/links/{token}',
    summary: 'Returns the form of a public link.',
    query: formQuery.extend({ saved }),
    /** `saved` is the secret of a mailed link: then `form.draft` has the saved entries. */
    answer: z.object({
      name: z.string(),
      description: z.string().nullable(),
      form: openedForm,
      hasCaptcha: z.boolean(),
      /** The captcha service; null: the built-in captcha. */
      captchaService: captchaService.nullable(),
      maySave: z.boolean(),
      expiresAt: instant.nullable(),
    }),
    errors: over,
  }),
  /** Returns a built-in captcha: solved by work, as in ALTCHA, and valid for ten minutes. */
  getCaptcha: defineCall({
    ...open,
    method: 'GET',
    path: '/standalone/external/links/{token}/captcha',
    summary: 'Returns the built-in captcha, which the browser solves.',
    answer: z.looseObject({}),
    errors: over,
  }),
  /** Returns a pass for the files of one form, which are uploaded before the form is sent. */
  pass: defineCall({
    ...open,
    method: 'POST',
    path: '/standalone/external/links/{token}/pass',
    summary: 'Exchanges a solved captcha for a pass to send one form with its files.',
    touches: [],
    body: z.object({ visit, captcha: z.string().max(limits.captchaResponse) }),
    /** `seconds` for which the pass is valid. */
    answer: z.object({ pass: z.string(), seconds: z.number() }),
    errors: [...over, 'captcha.refused', 'captcha.unavailable'],
  }),
  findChoices: defineCall({
    ...open,
    method: 'GET',
    path: '/standalone/external/links/{token}/choices',
    summary: 'Finds choices for a field of the form, except users, groups and roles.',
    query: choiceQuery,
    answer: choiceAnswer,
    errors: over,
  }),
  /** Sends a form. If it is sent again with the same `visit`, it is accepted once, with the same answer. */
  send: defineCall({
    ...open,
    method: 'POST',
    path: '/standalone/external/links/{token}/send',
    summary: 'Sends the form, and starts the process.',
    touches: [],
    body: formSubmission.extend({
      visit,
      /** The solution of the captcha; null when the link has none. */
      captcha: z.string().max(limits.captchaResponse).nullable().default(null),
      /** The proof that a captcha was solved earlier, for the files of this visit; replaces `captcha`. */
      pass,
      saved,
    }),
    answer: z.object({ receipt: z.string(), reference: z.string() }),
    errors: [...over, 'form.invalid', 'form.changed', 'process.refused', 'captcha.refused', 'captcha.unavailable'],
  }),
  /**
   * Stores the entries, and mails a link to them with a new secret. The previous secret `saved` is no longer valid.
   * Files are not stored.
   */
  save: defineCall({
    ...open,
    method: 'POST',
    path: '/standalone/external/links/{token}/saved',
    summary: 'Saves the form, and mails a link to continue.',
    touches: [],
    body: z.object({
      email: z.email().max(254),
      values: formValues,
      hash: z.string().max(100),
      /** The `revision` of the `basis` of the form, if it has one. */
      basis: z.string().max(64).nullable().default(null),
      captcha: z.string().max(limits.captchaResponse).nullable().default(null),
      saved,
    }),
    answer: z.object({ expiresAt: instant }),
    errors: [...over, 'link.invalid', 'captcha.refused', 'captcha.unavailable'],
  }),
  upload: defineCall({
    ...open,
    method: 'POST',
    path: '/standalone/external/links/{token}/files',
    summary: 'Uploads a file for the form. A link with a captcha needs a pass.',
    touches: [],
    query: z.object({ visit: visit.optional(), pass }),
    body: 'multipart',
    parts: { files: 1, fileSize: limits.allFiles, isStaged: true },
    bodyLimit: limits.allFiles + limits.jsonBody,
    answer: storedFile,
    errors: [
      ...over,
      'captcha.refused',
      'request.too-large',
      'file.refused',
      'file.infected',
      'file.not-scanned',
      'file.store-away',
    ],
  }),
  getReceipt: defineCall({
    ...open,
    params: z.object({ receipt: z.string().max(100) }),
    method: 'GET',
    path: '/standalone/external/receipts/{receipt}',
    summary: 'Returns the state of a form that was sent with a public link.',
    answer: z.object({
      reference: z.string(),
      name: z.string(),
      sentAt: instant,
      state: z.enum(['open', 'ended']),
      /** The message after the form was sent, and the address of the next page. */
      thanks: z.string().nullable(),
      onwards: z.string().nullable(),
    }),
    errors: ['thing.not-found'],
  }),
})
