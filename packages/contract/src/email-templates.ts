import { z } from 'zod'
import { defineCall, defineCalls } from './call.ts'
import { deletedReason, disabled } from './disabling.ts'
import { limits } from './limits.ts'
import { listCalls } from './list/list-calls.ts'
import { emailTemplateList, emailTemplateRow } from './lists/email-templates.ts'
import { text } from './patterns.ts'
import { instant, idParams as params, person } from './values.ts'

/** What becomes of a placeholder whose value is missing: nothing stands there, or the mail is not sent. */
export const missingValues = ['empty', 'refuse'] as const

export type MissingValues = (typeof missingValues)[number]

export const mailText = z.object({
  /** One line, with placeholders `${…}`. */
  subject: z
    .string()
    .trim()
    .min(1)
    .max(limits.mailSubject)
    .regex(/^\P{Cc}*$/u, 'Expected one line.'),
  /** HTML with placeholders `${…}`. What a mail must not have is taken out of it. */
  html: z.string().max(limits.mailText),
  missingValues: z.enum(missingValues).default('empty'),
})

const newTemplate = mailText.extend({ name: text('name') })

const emailTemplate = z.object({
  id: z.string(),
  name: z.string(),
  subject: z.string(),
  html: z.string(),
  missingValues: z.enum(missingValues),
  /** Names of the variables that its placeholders read. */
  variables: z.array(z.string()),
  /** Counts changes; to be sent with the next one. */
  revision: z.number().int(),
  disabled: disabled.nullable(),
  createdAt: instant,
  createdBy: person.nullable(),
  updatedAt: instant,
  updatedBy: person.nullable(),
})

export type EmailTemplate = z.output<typeof emailTemplate>

/** Values of process variables to try a mail with, by name. */
const sample = z
  .record(z.string().max(255), z.json())
  .refine((values) => Object.keys(values).length <= limits.mailValues, `Expected at most ${limits.mailValues} values.`)
  .default({})

export const mailPreview = z.object({
  subject: z.string(),
  html: z.string(),
  /** The same without its look, for programs that show no HTML. */
  text: z.string(),
  /** Placeholders without a value, and why. */
  missing: z.array(z.object({ placeholder: z.string(), message: z.string() })),
})

export type MailPreview = z.output<typeof mailPreview>

export const testMail = z.object({
  id: z.string(),
  to: z.string(),
  state: z.enum(['waiting', 'sent', 'failed']),
  /** What went wrong at the last try. */
  error: z.string().nullable(),
})

export type TestMail = z.output<typeof testMail>

const of = { tag: 'Email templates', audience: ['RoleDesign'] } as const
const gone = 'thing.not-found'
const touches = ['emailTemplates'] as const

/** Texts of the mails that processes send. */
export const emailTemplateCalls = defineCalls('emailTemplates', {
  ...listCalls(emailTemplateList, {
    path: '/templates/email-template',
    summary: 'Lists the email templates.',
    ...of,
    row: emailTemplateRow,
  }),
  create: defineCall({
    ...of,
    method: 'POST',
    path: '/templates/email-template',
    summary: 'Makes an email template.',
    touches,
    happensOnce: true,
    body: newTemplate,
    answer: emailTemplate,
    errors: ['thing.name-taken', 'template.invalid', 'budget.exceeded'],
  }),
  get: defineCall({
    ...of,
    method: 'GET',
    path: '/templates/email-template/{id}',
    summary: 'One email template.',
    params,
    answer: emailTemplate,
    errors: [gone],
  }),
  save: defineCall({
    ...of,
    method: 'PUT',
    path: '/templates/email-template/{id}',
    summary: 'Changes an email template.',
    touches,
    happensOnce: true,
    params,
    body: newTemplate.extend({ revision: z.number().int().optional() }),
    answer: emailTemplate,
    errors: [gone, 'thing.name-taken', 'template.invalid', 'thing.disabled', 'thing.changed', 'budget.exceeded'],
  }),
  disable: defineCall({
    ...of,
    method: 'DELETE',
    path: '/templates/email-template/{id}',
    summary: 'Disables an email template, and says why.',
    touches,
    happensOnce: true,
    params,
    query: deletedReason,
    answer: emailTemplate,
    errors: [gone, 'thing.disabled'],
  }),
  restore: defineCall({
    ...of,
    method: 'POST',
    path: '/templates/email-template/{id}/restore',
    summary: 'Restores an email template that was disabled.',
    touches,
    happensOnce: true,
    params,
    answer: emailTemplate,
    errors: [gone, 'thing.exists'],
  }),
  /** Nothing is kept of it. */
  preview: defineCall({
    ...of,
    method: 'POST',
    path: '/templates/email-template/preview',
    summary: 'A mail as it would be sent, with sample values.',
    scope: 'read',
    touches: [],
    body: mailText.extend({ sample }),
    answer: mailPreview,
    errors: ['template.invalid', 'budget.exceeded'],
  }),
  /**
   * It is sent when it can be: `testMail` tells what became of it. Only to addresses of people of the workplace, and ten in
   * a minute.
   */
  sendTest: defineCall({
    ...of,
    method: 'POST',
    path: '/templates/email-template/{id}/test-mail',
    summary: 'Sends a mail of the template, with sample values, to somebody of the workplace.',
    touches: ['emailTemplates.testMail'],
    happensOnce: true,
    params,
    body: z.object({ to: z.email().max(limits.email), sample }),
    answer: testMail,
    errors: [
      gone,
      'thing.disabled',
      'template.recipient-unknown',
      'template.values-missing',
      'request.too-many',
      'budget.exceeded',
    ],
  }),
  testMail: defineCall({
    ...of,
    method: 'GET',
    path: '/templates/email-template/test-mail/{id}',
    summary: 'What became of a test mail. They are remembered for a day.',
    params,
    answer: testMail,
    errors: [gone],
  }),
})
