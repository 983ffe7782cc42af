import { z } from 'zod'
import { defineCall, defineCalls } from './call.ts'
import { idParams, instant, person } from './values.ts'

export const commentLimits = { message: 4_000, page: 50, found: 10 } as const

/** The roles that read tasks and instances, and comment on them. */
const readers = ['RoleUser', 'RoleProcessAdmin', 'RoleAdmin'] as const
const writers = [...readers, 'RoleFullAPI'] as const

/** A task, or an instance with all of its tasks. */
const of = z.enum(['task', 'instance'])
const subject = idParams.extend({ of })
const one = subject.extend({ commentId: z.string().max(64) })
const message = z.string().trim().min(1).max(commentLimits.message)

const comment = z.object({
  id: z.string(),
  /** Null where a program left it without. */
  by: person.nullable(),
  at: instant,
  editedAt: instant.nullable(),
  /** Mentions are in it as `writeMention` writes them. */
  message: z.string(),
  /** The mentioned users who may read the comment. */
  mentions: z.array(person),
  /** The task that it was written about; null for the instance itself. */
  task: z.object({ id: z.string(), name: z.string() }).nullable(),
  canChange: z.boolean(),
})

export type Comment = z.output<typeof comment>

const attachment = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string().nullable(),
  /** Bytes; null for a link. */
  size: z.number().int().nullable(),
  /** The address of a link; null for a file. */
  url: z.string().nullable(),
  by: person.nullable(),
  /** Null for files of forms from before this was kept. */
  at: instant.nullable(),
  task: z.object({ id: z.string(), name: z.string() }).nullable(),
  /** The form field that holds it; null for an attachment. */
  field: z.string().nullable(),
  canDelete: z.boolean(),
})

export type Attachment = z.output<typeof attachment>

const about = '/about/{of}/{id}'
const errors = ['thing.not-found', 'right.missing'] as const

/** Calls for comments on tasks and instances, and for attachments. */
export const commentCalls = defineCalls('comments', {
  /** Lists comments, the newest first. `before` is the id of the last known comment. */
  list: defineCall({
    method: 'GET',
    path: `${about}/comments`,
    summary:
      'Lists the comments on an instance and its tasks, or only on one task if the user has no access to the instance.',
    tag: 'Comments',
    audience: readers,
    follows: ['task', 'instance'],
    params: subject,
    query: z.object({ before: z.string().max(64).optional() }),
    answer: z.object({ total: z.number().int(), items: z.array(comment), hasMore: z.boolean() }),
    errors,
  }),
  add: defineCall({
    method: 'POST',
    path: `${about}/comments`,
    summary: 'Adds a comment to a task or an instance.',
    tag: 'Comments',
    audience: writers,
    scope: 'operate',
    touches: ['comments'],
    happensOnce: true,
    params: subject,
    body: z.object({ message }),
    answer: z.object({ id: z.string() }),
    errors,
  }),
  change: defineCall({
    method: 'PUT',
    path: `${about}/comments/{commentId}`,
    summary: 'Changes a comment.',
    tag: 'Comments',
    audience: writers,
    scope: 'operate',
    touches: ['comments'],
    params: one,
    body: z.object({ message }),
    answer: 'empty',
    errors,
  }),
  remove: defineCall({
    method: 'DELETE',
    path: `${about}/comments/{commentId}`,
    summary: 'Deletes a comment.',
    tag: 'Comments',
    audience: writers,
    scope: 'operate',
    touches: ['comments'],
    happensOnce: true,
    params: one,
    answer: 'empty',
    errors,
  }),
  /** Finds users with permission to read the object, by name: at most `commentLimits.found`. */
  findReaders: defineCall({
    method: 'GET',
    path: `${about}/readers`,
    summary: 'Finds users who can be mentioned in comments on a task or an instance.',
    tag: 'Comments',
    audience: readers,
    params: subject,
    query: z.object({ q: z.string().trim().max(100).default('') }),
    answer: z.array(person),
    errors,
  }),
  /** Counts comments up to 1,000, and attachments and files of forms up to 200 each. */
  counts: defineCall({
    method: 'GET',
    path: `${about}/counts`,
    summary: 'Counts the comments and files of a task, or of an instance and its tasks.',
    tag: 'Comments',
    audience: readers,
    follows: ['task', 'instance'],
    params: subject,
    answer: z.object({ comments: z.number().int(), files: z.number().int() }),
    errors,
  }),
  /**
   * Returns at most 200 files, the newest first, files of forms after the attachments. For an open task, it includes
   * files of its instance that the user may see: attachments, and files of earlier forms that these forms show to the
   * user.
   */
  files: defineCall({
    method: 'GET',
    path: `${about}/files`,
    summary: 'Lists the attachments of a task, or of an instance and its tasks, and the files of its forms.',
    tag: 'Comments',
    audience: readers,
    follows: ['task', 'instance'],
    params: subject,
    answer: z.array(attachment),
    errors,
  }),
  /** Attaches either an uploaded file (`files.upload`), or a link. */
  attach: defineCall({
    method: 'POST',
    path: `${about}/files`,
    summary: 'Attaches a file or a link to a task or an instance.',
    tag: 'Comments',
    audience: writers,
    scope: 'operate',
    touches: ['comments'],
    happensOnce: true,
    params: subject,
    body: z.union([
      z.object({ fileId: z.string().max(64) }),
      z.object({ url: z.url({ protocol: /^https?$/ }).max(2_000), name: z.string().trim().min(1).max(255) }),
    ]),
    answer: z.object({ id: z.string() }),
    errors: [...errors, 'file.refused'],
  }),
  /** Downloads an attachment of any type as a file. */
  download: defineCall({
    method: 'GET',
    path: `${about}/files/{fileId}`,
    summary: 'Downloads an attachment.',
    tag: 'Comments',
    audience: readers,
    params: subject.extend({ fileId: z.string().max(64) }),
    answer: 'file',
    errors: [...errors, 'file.store-away'],
  }),
  detach: defineCall({
    method: 'DELETE',
    path: `${about}/files/{fileId}`,
    summary: 'Deletes an attachment.',
    tag: 'Comments',
    audience: writers,
    scope: 'operate',
    touches: ['comments'],
    happensOnce: true,
    params: subject.extend({ fileId: z.string().max(64) }),
    answer: 'empty',
    errors,
  }),
})
