import { z } from 'zod'
import { defineCall, defineCalls } from './call.ts'
import { limits } from './limits.ts'
import { listCalls } from './list/list-calls.ts'
import { emailTemplateList, emailTemplateRow } from './lists/email-templates.ts'
import { text } from './patterns.ts'
import { disabledField, recordCalls, recordFields } from './record-calls.ts'
import { idParams as params } from './values.ts'

/** The handling of placeholders without a value: `empty` leaves a gap, `refuse` does not send the mail. */
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
  /** HTML with placeholders `${…}`. Elements that mails must not have are removed. */
  html: z.string().max(limits.mailText),
  missingValues: z.enum(missingValues).default('empty'),
})

const newTemplate = mailText.extend({ name: text('name') })

const emailTemplate = z.object({
  ...recordFields,
  ...disabledField,
  name: z.string(),
  subject: z.string(),
  html: z.string(),
  missingValues: z.enum(missingValues),
  /** Names of the variables that its placeholders read. */
  variables: z.array(z.string()),
})

export type EmailTemplate = z.output<typeof emailTemplate>

/** Values of process variables to try a mail with, by name. */
const sample = z
  // A body is JSON already. A schema of its own for JSON would be recursive, and the OpenAPI document would lack it.
  .record(z.string().max(255), z.unknown())
  .refine((values) => Object.keys(values).length <= limits.mailValues, `Expected at most ${limits.mailValues} values.`)
  .default({})

export const mailPreview = z.object({
  subject: z.string(),
  html: z.string(),
  /** The mail as plain text, for programs that show no HTML. */
  text: z.string(),
  /** Placeholders without a value, and why. */
  missing: z.array(z.object({ placeholder: z.string(), message: z.string() })),
})

export type MailPreview = z.output<typeof mailPreview>

export const testMail = z.object({
  id: z.string(),
  to: z.string(),
  state: z.enum(['waiting', 'sent', 'failed']),
  /** The error of the last attempt. */
  error: z.string().nullable(),
})

export type TestMail = z.output<typeof testMail>

const of = { tag: 'Email templates', audience: ['RoleDesign'] } as const
const gone = 'thing.not-found'

/** Calls for email templates, the texts of mails that processes send. */
export const emailTemplateCalls = defineCalls('emailTemplates', {
  ...listCalls(emailTemplateList, {
    path: '/templates/email-template',
    summary: 'Lists the email templates.',
    ...of,
    row: emailTemplateRow,
  }),
  ...recordCalls({
    ...of,
    subject: 'emailTemplates',
    path: '/templates/email-template',
    one: 'an email template',
    fields: newTemplate,
    item: emailTemplate,
    errors: ['template.invalid', 'budget.exceeded'],
  }),
  /** Renders a template without saving it. */
  preview: defineCall({
    ...of,
    method: 'POST',
    path: '/templates/email-template/preview',
    summary: 'Returns a preview of a mail with sample values.',
    scope: 'read',
    touches: [],
    body: mailText.extend({ sample }),
    answer: mailPreview,
    errors: ['template.invalid', 'budget.exceeded'],
  }),
  /** Orders a test mail; `testMail` returns its result. Only to addresses of users of the workplace. */
  sendTest: defineCall({
    ...of,
    method: 'POST',
    path: '/templates/email-template/{id}/test-mail',
    summary: 'Sends a test mail of the template with sample values to a user of the workplace.',
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
    summary: 'Returns the state of a test mail of the last day.',
    params,
    answer: testMail,
    errors: [gone],
  }),
})
