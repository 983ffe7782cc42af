import type { JsonValues, RuntimeDocument } from '@millrace/forms'
import { z } from 'zod'
import { timeZoneName } from './time-zone.ts'
import { instant } from './values.ts'

/** A compiled form: `RuntimeDocument` of `@millrace/forms`. Made by the server, so only its frame is described here. */
const runtimeDocument = z.looseObject({
  schema: z.literal(2),
  id: z.string(),
  hash: z.string(),
}) as unknown as z.ZodType<RuntimeDocument>

/**
 * Values as a tree by key: the JSON value of a field (`FieldValue` of `@millrace/forms`), or the rows of a list. Rows
 * that existed when the form was opened have their index as `$row`, from 0.
 */
export const formValues: z.ZodType<JsonValues> = z.record(z.string(), z.unknown())

/** `hash` is the one of the document that was filled; `revision` rises with each save. */
const draftFrame = { hash: z.string().max(100), revision: z.number().int().min(0).max(2_000_000_000) }

/** `revision` of the `basis` of the form that it was typed into; left out where the form had none. */
const draftBasis = z.string().max(64).optional()

/**
 * A draft of a form. `revision` is the revision that the window has read, 0 for none; `writer` identifies the window,
 * which never conflicts with itself.
 */
export const draftEntry = z.object({
  values: formValues,
  ...draftFrame,
  basis: draftBasis,
  writer: z.string().min(1).max(64),
})

export type DraftEntry = z.output<typeof draftEntry>

export const keptDraft = z.object({ revision: z.number().int(), savedAt: instant })

/** Somebody, a group or a role that a field of a form names: what it is kept by, and what people read. */
const namedOne = z.object({ id: z.string(), name: z.string() })

export type NamedOne = z.output<typeof namedOne>

/** The query for choices of a field: names that contain a text, sorted by name. */
export const choiceQuery = z.object({
  /** Id of the field in its form. */
  node: z.string().min(1).max(100),
  q: z.string().trim().max(100).default(''),
  /** The value of the field that its choices depend on; of a look-up, JSON with values by parameter. */
  by: z.string().max(2_000).default(''),
})

/** The found choices, at most `choiceLimit`; `isMore`: further choices exist. */
export const choiceAnswer = z.object({
  items: z.array(
    namedOne.extend({
      /** For a row of an external system: the columns that go into other fields. */
      columns: z.record(z.string(), z.string()).optional(),
    }),
  ),
  isMore: z.boolean(),
})

export const choiceLimit = 20

/** Where a form that was sent is found: by the call for one form of an instance. */
const sentForm = z.object({ instanceId: z.string(), formId: z.string(), at: instant })

export type SentForm = z.output<typeof sentForm>

/**
 * A form, ready to be shown: the document, the values it opens with (`openValues`), and the process variables that its
 * conditions read besides its fields. A task or process without a form of its own has the generic form of its
 * variables, or a document without fields.
 */
export const openedForm = z.object({
  document: runtimeDocument,
  values: formValues,
  variables: z.record(z.string(), z.unknown()),
  /** Names of the variables that are dates. */
  dates: z.array(z.string()),
  /** IANA name of the time zone in which days begin, the same for every reader. */
  dayZone: timeZoneName,
  /** The display names of users and groups in the values. */
  names: z.array(
    namedOne.extend({
      kind: z.enum(['user', 'group', 'role', 'data-list', 'look-up']),
      /** For a value of a data list or an external system: the field that has it. */
      node: z.string().optional(),
    }),
  ),
  /** Entries that the user typed before and did not send, where they differ from the initial values. */
  draft: z.object({ values: formValues, ...draftFrame, basis: draftBasis, savedAt: instant }).nullable(),
  /**
   * The state of the process values with which the form opens: `revision` changes with each variable that the form
   * reads, `changedAt` is the time of the last change. Missing for a form that reads none, such as a start form.
   */
  basis: z.object({ revision: z.string(), changedAt: instant.nullable() }).optional(),
  /** The same form of another instance that the user submitted last, if they may still see it. */
  sentBefore: sentForm.optional(),
  /** Sentences about features of the model that the product does not support. */
  unsupported: z.array(z.string()),
  /** Whether the process data is shown because the form itself cannot be shown. */
  isStandIn: z.boolean(),
})

export type OpenedForm = z.output<typeof openedForm>

/** The time zone in which the user reads and types times. */
const timeZone = timeZoneName.default('UTC')

/** Further inputs for opening a form: times are shown in the user's time zone. */
export const formQuery = z.object({ timeZone })

/**
 * A submitted form. `hash` identifies the document that the user has seen. Another hash than the current one is refused
 * with `form.changed`, because the questions may have changed.
 */
export const formSubmission = z.object({
  values: formValues,
  hash: z.string().max(100),
  /** Id of the submit action of the form that was chosen; null for the host's own button. */
  action: z.string().max(100).nullable().default(null),
  timeZone,
})

export type FormSubmission = z.output<typeof formSubmission>
