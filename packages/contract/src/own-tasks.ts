import { z } from 'zod'
import { defineCall } from './call.ts'
import { idParams, instant, person } from './values.ts'

const ownDescription = z
  .string()
  .trim()
  .max(4_000)
  .nullable()
  .default(null)
  .transform((text) => (text === '' ? null : text))

/** The roles that may see tasks: users see their own, operators all. */
const viewers = ['RoleUser', 'RoleProcessAdmin', 'RoleAdmin'] as const
const workers = [...viewers, 'RoleFullAPI'] as const

/** Calls for standalone tasks, and for parts of tasks such as sub-tasks. */
export const ownTaskCalls = {
  /** Belongs to no process; the user owns it. With a parent it is a part of that task. */
  create: defineCall({
    method: 'POST',
    path: '/tasks',
    summary: 'Creates a standalone task.',
    tag: 'Tasks',
    audience: workers,
    scope: 'operate',
    touches: ['tasks'],
    happensOnce: true,
    body: z.object({
      name: z.string().trim().min(1).max(255),
      description: ownDescription,
      assignee: z.string().trim().min(1).max(255).nullable().default(null),
      priority: z.number().int().min(0).max(100).default(50),
      dueAt: instant.nullable().default(null),
      followUpAt: instant.nullable().default(null),
      parentTaskId: z.string().max(64).nullable().default(null),
    }),
    answer: z.object({ id: z.string() }),
    errors: ['thing.not-found', 'right.missing', 'task.over', 'process.refused'],
  }),
  /** Changes the description of a standalone task, for its owner and for operators. */
  describe: defineCall({
    method: 'PUT',
    path: '/tasks/{id}/details',
    summary: 'Changes a standalone task.',
    tag: 'Tasks',
    audience: workers,
    scope: 'operate',
    touches: ['tasks'],
    params: idParams,
    body: z.object({ name: z.string().trim().min(1).max(255), description: ownDescription }),
    answer: 'empty',
    errors: ['thing.not-found', 'right.missing', 'task.over', 'process.refused'],
  }),
  remove: defineCall({
    method: 'DELETE',
    path: '/tasks/{id}',
    summary: 'Deletes a standalone task.',
    tag: 'Tasks',
    audience: workers,
    scope: 'operate',
    touches: ['tasks'],
    happensOnce: true,
    params: idParams,
    answer: 'empty',
    errors: ['thing.not-found', 'right.missing', 'task.over', 'task.of-process', 'process.refused'],
  }),
  /**
   * Lists open sub-tasks: their number, at most 100, and those that the user can see; and the parent task, if the user
   * can see it.
   */
  subtasks: defineCall({
    method: 'GET',
    path: '/tasks/{id}/subtasks',
    summary: 'Lists the open sub-tasks of a task, and its parent.',
    tag: 'Tasks',
    audience: viewers,
    follows: ['task'],
    params: idParams,
    answer: z.object({
      parent: z.object({ id: z.string(), name: z.string() }).nullable(),
      open: z.number().int(),
      items: z.array(
        z.object({ id: z.string(), name: z.string(), assignee: person.nullable(), dueAt: instant.nullable() }),
      ),
    }),
    errors: ['thing.not-found'],
  }),
} as const
