import { z } from 'zod'
import { defineCall, defineCalls } from './call.ts'
import { mailPreview, mailText, testMail } from './email-templates.ts'
import { limits } from './limits.ts'
import { systemMailNames } from './system-mails.ts'
import { idParams, instant, languageTag, person } from './values.ts'

/** A language tag; empty for readers of all languages without a text of their own. */
const language = z.union([z.literal(''), languageTag])

const text = mailText.pick({ subject: true, html: true })

/** Why the text could not be used for a mail, which went out as the product brings it. */
const fault = z.object({ at: instant, message: z.string() })

const changed = {
  /** Null: it was never changed. */
  updatedAt: instant.nullable(),
  updatedBy: person.nullable(),
}

const systemTemplateRow = z.object({
  mail: z.enum(systemMailNames),
  /** Languages with a custom text; an empty language is the text for all others. */
  languages: z.array(z.string()),
  /** The fault of one of the texts. */
  fault: fault.nullable(),
  /** The newest change of one of its texts. */
  ...changed,
})

export type SystemTemplateRow = z.output<typeof systemTemplateRow>

const systemTemplate = z.object({
  mail: z.enum(systemMailNames),
  language: z.string(),
  /** The subject of mails to readers of this language at present. */
  subject: z.string(),
  html: z.string(),
  /** Whether the workplace has a text of its own for the language. */
  isOwn: z.boolean(),
  /** Counts changes of that text; to be sent with the next one. */
  revision: z.number().int(),
  /** Languages that the workplace has a text of its own for. */
  languages: z.array(z.string()),
  /** Whether there can be texts for languages: its readers have profiles that say theirs. */
  hasLanguages: z.boolean(),
  /** The available placeholders, each with its value in the preview. */
  placeholders: z.array(
    z.object({
      name: z.string(),
      sample: z.string(),
      /** Whether it contains several lines with links. It is inserted unchanged, where text is allowed. */
      isPart: z.boolean(),
    }),
  ),
  fault: fault.nullable(),
  ...changed,
})

export type SystemTemplate = z.output<typeof systemTemplate>

const of = { tag: 'System templates', audience: ['RoleAdmin'] } as const
const gone = 'thing.not-found'
const touches = ['systemTemplates'] as const
const params = z.object({ mail: z.string().max(64) })
const query = z.object({ language: language.default('') })
const revision = z.coerce.number().int().optional()

/** Calls for system templates: texts of mails that the product sends, which each workplace can change. */
export const systemTemplateCalls = defineCalls('systemTemplates', {
  /** Lists all system templates: one for each mail that the product sends. */
  list: defineCall({
    ...of,
    method: 'GET',
    path: '/admin/system-templates',
    summary: 'Lists the mails that the product sends.',
    answer: z.array(systemTemplateRow),
  }),
  get: defineCall({
    ...of,
    method: 'GET',
    path: '/admin/system-templates/{mail}',
    summary: 'Returns the text of a mail of the product for a language.',
    params,
    query,
    answer: systemTemplate,
    errors: [gone],
  }),
  /** Placeholders that the mail does not have, and what cannot be filled, are refused. */
  save: defineCall({
    ...of,
    method: 'PUT',
    path: '/admin/system-templates/{mail}',
    summary: 'Changes the text of a mail of the product for a language.',
    touches,
    happensOnce: true,
    params,
    body: text.extend({ language: language.default(''), revision: z.number().int().optional() }),
    answer: systemTemplate,
    errors: [gone, 'template.invalid', 'template.too-many', 'thing.changed', 'budget.exceeded'],
  }),
  /** Resets a text. Resetting it again changes nothing. */
  reset: defineCall({
    ...of,
    method: 'DELETE',
    path: '/admin/system-templates/{mail}',
    summary: 'Resets a mail to its default text, or a language to the text for all languages.',
    touches,
    params,
    query: query.extend({ revision }),
    answer: systemTemplate,
    errors: [gone, 'thing.changed'],
  }),
  /** Renders a text without saving it. */
  preview: defineCall({
    ...of,
    method: 'POST',
    path: '/admin/system-templates/{mail}/preview',
    summary: 'Returns a preview of a mail of the product with sample values.',
    scope: 'read',
    touches: [],
    params,
    body: text,
    answer: mailPreview,
    errors: [gone, 'template.invalid', 'budget.exceeded'],
  }),
  /** Orders a test mail as `emailTemplates.sendTest` does: to users of the workplace, at most ten in a minute. */
  sendTest: defineCall({
    ...of,
    method: 'POST',
    path: '/admin/system-templates/{mail}/test-mail',
    summary: 'Sends a saved mail of the product with sample values to a user of the workplace.',
    touches: ['systemTemplates.testMail'],
    happensOnce: true,
    params,
    body: z.object({ to: z.email().max(limits.email), language: language.default('') }),
    answer: testMail,
    errors: [gone, 'template.recipient-unknown', 'template.invalid', 'request.too-many', 'budget.exceeded'],
  }),
  testMail: defineCall({
    ...of,
    method: 'GET',
    path: '/admin/system-templates/test-mails/{id}',
    summary: 'Returns the state of a test mail of the last day.',
    params: idParams,
    answer: testMail,
    errors: [gone],
  }),
})
