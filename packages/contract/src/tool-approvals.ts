import { z } from 'zod'
import { defineCall, defineCalls } from './call.ts'
import { idParams, instant } from './values.ts'

/** Tools of the Model Context Protocol that change something, and so may need approval (settings `assistants.…`). */
export const changingTools = [
  'claim_task',
  'complete_task',
  'add_comment',
  'start_process',
  'retry_incident',
  'cancel_instance',
] as const

export type ChangingTool = (typeof changingTools)[number]

/** The number of requests that can wait for one user, and the minutes after which one expires. */
export const toolApprovalLimits = { waiting: 20, minutes: 60 } as const

const approval = z.object({
  id: z.string(),
  tool: z.enum(changingTools),
  /** The name that the client gave itself. */
  client: z.string(),
  /** The arguments of the tool, as JSON. */
  input: z.string(),
  createdAt: instant,
})

export type ToolApproval = z.output<typeof approval>

/** Calls for requests of assistants to use a tool. `/profile` always means the signed-in user. */
export const toolApprovalCalls = defineCalls('toolApprovals', {
  /** Lists requests of assistants, newest first. */
  list: defineCall({
    method: 'GET',
    path: '/profile/tool-approvals',
    summary: 'Lists requests of assistants that wait for the approval of the user.',
    tag: 'Account',
    audience: 'signed-in',
    answer: z.array(approval),
  }),
  /**
   * Every use of a changing tool asks first, so that the audit has it. `not-needed`: the tool may be used. `approved`: the user has approved exactly this use, and it is used up by this
   * answer. `waiting`: the user has not answered yet.
   */
  ask: defineCall({
    method: 'POST',
    path: '/profile/tool-approvals',
    summary: 'Asks whether a tool may be used, and requests approval where the workplace requires it.',
    tag: 'Account',
    audience: 'signed-in',
    scope: 'read',
    touches: ['toolApprovals'],
    happensOnce: true,
    body: z.object({ tool: z.enum(changingTools), client: z.string().min(1).max(100), input: z.string().max(100_000) }),
    answer: z.object({ state: z.enum(['not-needed', 'approved', 'waiting', 'refused']) }),
    errors: ['tool-approval.too-many'],
  }),
  decide: defineCall({
    method: 'POST',
    path: '/profile/tool-approvals/{id}',
    summary: 'Approves or refuses a request of an assistant.',
    tag: 'Account',
    audience: 'signed-in',
    scope: 'browser',
    touches: ['toolApprovals'],
    happensOnce: true,
    params: idParams,
    body: z.object({ isApproved: z.boolean() }),
    answer: 'empty',
    errors: ['thing.not-found'],
  }),
})
