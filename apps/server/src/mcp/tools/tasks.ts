import { commentCalls, taskCalls } from '@millrace/contract'
import { z } from 'zod'
import { describeForm } from '../describe-form.ts'
import { defineTool } from '../tool.ts'

const taskId = z.guid().describe('Id of the task.')
const values = z
  .record(z.string(), z.unknown())
  .describe('Values of fields by key. Fields that are left out keep the value that they open with.')

export const listTasks = defineTool({
  name: 'list_tasks',
  title: 'List tasks',
  description: 'Lists open tasks of the user: those assigned to them, or those that they can claim.',
  calls: [taskCalls.assigned],
  input: z.object({
    which: z.enum(['assigned', 'claimable']).default('assigned'),
    search: z.string().max(200).default('').describe('Words that the name, title or business key contains.'),
    size: z.number().int().min(1).max(100).default(25),
  }),
  run: ({ which, search, size }, ask) =>
    ask(which === 'assigned' ? taskCalls.assigned : taskCalls.unclaimed, { query: { q: search, size } }),
})

export const getTask = defineTool({
  name: 'get_task',
  title: 'Get a task',
  description: 'Returns a task with its process, the fields of its form, their values, and what the user may do.',
  calls: [taskCalls.get],
  input: z.object({ taskId }),
  run: async ({ taskId }, ask) => {
    const { form, ...task } = await ask(taskCalls.get, { params: { id: taskId } })
    return { ...task, form: form && describeForm(form) }
  },
})

export const claimTask = defineTool({
  name: 'claim_task',
  title: 'Claim a task',
  description: 'Claims a task, so that it is assigned to the user.',
  calls: [taskCalls.claim],
  input: z.object({ taskId }),
  run: ({ taskId }, ask) => ask(taskCalls.claim, { params: { id: taskId } }),
})

export const completeTask = defineTool({
  name: 'complete_task',
  title: 'Complete a task',
  description:
    'Completes a task of the user with the values of its form. The product checks the values as it does on its pages and answers each fault with its field.',
  calls: [taskCalls.complete],
  input: z.object({ taskId, values: values.default({}), note: z.string().min(1).max(4_000).optional() }),
  run: async ({ taskId, values, note }, ask) => {
    const params = { id: taskId }
    const { form } = await ask(taskCalls.get, { params })
    const filled = { values: { ...form?.values, ...values }, hash: form?.document.hash ?? '' }
    return ask(taskCalls.complete, { params, body: { ...filled, ...(note !== undefined && { note }) } })
  },
})

export const addComment = defineTool({
  name: 'add_comment',
  title: 'Add a comment',
  description: 'Adds a comment to a task or an instance.',
  calls: [commentCalls.add],
  input: z.object({
    on: z.enum(['task', 'instance']),
    id: z.guid().describe('Id of the task or the instance.'),
    message: z.string().min(1).max(4_000),
  }),
  run: ({ on, id, message }, ask) => ask(commentCalls.add, { params: { of: on, id }, body: { message } }),
})
