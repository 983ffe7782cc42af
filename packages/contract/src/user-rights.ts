import { z } from 'zod'
import { defineCall, defineCalls } from './call.ts'
import { idParams as params } from './values.ts'

/** The kinds of objects for which effective permissions can be shown. */
export const askedKinds = ['application', 'process', 'dataList', 'task', 'instance'] as const

export type AskedKind = (typeof askedKinds)[number]

/** The actions on an object of each kind whose permission can be shown. */
export const askedActions = {
  application: ['see', 'design', 'deploy'],
  process: ['see', 'start', 'seeInstances', 'work', 'operate', 'suspend'],
  dataList: ['see', 'design'],
  task: ['see', 'claim', 'complete', 'assign', 'comment'],
  instance: ['see', 'seeData', 'cancel', 'operate'],
} as const satisfies Record<AskedKind, readonly string[]>

export type AskedAction = (typeof askedActions)[AskedKind][number]

const actions = [...new Set(Object.values(askedActions).flat())] as [AskedAction, ...AskedAction[]]

/**
 * Something that the answer depends on:
 * - `person`: nothing is needed but to be this user, such as the assignee, or somebody who may start what everybody may
 * - `role`, `ownRole`: by its name; `via`: the group that gives it
 * - `group`: membership in it
 * - `authorization`: one of Camunda's, of the user, of a group or of everybody
 */
const cause = z.object({
  kind: z.enum(['person', 'role', 'ownRole', 'group', 'authorization']),
  name: z.string(),
  via: z.string().nullable(),
})

export type RightCause = z.output<typeof cause>

const explained = z.object({
  action: z.enum(actions),
  isAllowed: z.boolean(),
  /** For an allowed action: its causes. Each is enough, or all of them are needed together. */
  causes: z.array(cause),
  areNeededTogether: z.boolean(),
  /** For a refused action: the message of the product. */
  refusal: z.string().nullable(),
  /** For a refused action: roles of the product and own roles, each of which would permit it. */
  wouldNeed: z.array(z.string()),
  /** For a refused action: authorizations that revoke it. */
  forbiddenBy: z.array(cause),
})

export type ExplainedAction = z.output<typeof explained>

const explanation = z.object({
  /** The name of the object. */
  name: z.string(),
  /** Whether the account is enabled; otherwise it permits nothing. */
  isOpen: z.boolean(),
  actions: z.array(explained),
})

export type RightsExplanation = z.output<typeof explanation>

/** Calls that show the effective permissions of a user, with their causes. */
export const userRightCalls = defineCalls('userRights', {
  explain: defineCall({
    method: 'GET',
    path: '/users/{id}/may',
    summary: 'Tells what a user may do with a thing, and by which role, group or authorization.',
    tag: 'Users',
    audience: ['RoleAdmin'],
    params,
    query: z.object({
      kind: z.enum(askedKinds),
      /** The id of the object; for a process its key. */
      thing: z.string().trim().min(1).max(255),
      /** A role that the user does not have, to show the permissions that it would give. */
      role: z.string().max(255).optional(),
    }),
    answer: explanation,
    errors: ['thing.not-found'],
  }),
})
