import { z } from 'zod'
import { defineCall } from './call.ts'
import { limits } from './limits.ts'
import { patterns } from './text-patterns.ts'
import { idParams, person } from './values.ts'

export const hierarchyLimits = {
  /** Positions of one hierarchy. */
  nodes: 100_000,
  /** Levels, the outermost one included. */
  depth: 50,
  /** Positions of one level that one answer has. */
  level: 500,
  /** Positions that a search finds. */
  found: 50,
  /** Characters of the name of a position. */
  name: 100,
  /** Rows of an import that the report shows. */
  reported: 500,
} as const

const id = z.string().max(64)
const day = z.iso.date().nullable().default(null)

const nodeFields = z.object({
  /** The name of the position. May be empty when it has a person. */
  name: z
    .string()
    .trim()
    .max(hierarchyLimits.name)
    .regex(patterns.description.regex, patterns.description.message)
    .default(''),
  /** User name; null: vacant. */
  username: z.string().trim().min(1).max(limits.username).nullable().default(null),
  /** Days, both of them included. */
  validFrom: day,
  validUntil: day,
})

const node = z.object({
  id: z.string(),
  parentId: z.string().nullable(),
  name: z.string(),
  person: person.nullable(),
  validFrom: z.string().nullable(),
  validUntil: z.string().nullable(),
  revision: z.number().int(),
  /** Directly below it. */
  children: z.number().int(),
  /** Below it, on all levels. */
  below: z.number().int(),
})

export type HierarchyNode = z.output<typeof node>

const detail = node.extend({
  /** The positions above it, from the top to its parent. */
  above: z.array(z.object({ id: z.string(), name: z.string() })),
})

export type HierarchyNodeDetail = z.output<typeof detail>

const importRow = z.object({
  line: z.number().int(),
  /** The key in the file. */
  key: z.string(),
  result: z.enum(['new', 'changed', 'same', 'refused']),
  /** The change, or the reason why the row cannot be imported. */
  message: z.string(),
})

const nodeImport = z.object({
  /** Whether anything was written. */
  isImported: z.boolean(),
  counts: z.object({
    new: z.number().int(),
    changed: z.number().int(),
    same: z.number().int(),
    refused: z.number().int(),
  }),
  /** The first rows; refused rows first. */
  rows: z.array(importRow),
  /** Notes about the file, each as a sentence. */
  notes: z.array(z.string()),
})

export type HierarchyImport = z.output<typeof nodeImport>

const path = '/usersgroups/hierarchies/{id}/nodes'
const one = `${path}/{nodeId}` as const
const of = { tag: 'Hierarchies', audience: ['RoleUserAdmin'] } as const
const params = idParams.extend({ nodeId: id })
// Pages ask again for the levels that a change has touched, and for no others.
const change = { ...of, touches: [], happensOnce: true } as const
const gone = 'thing.not-found'
const errors = [gone, 'thing.disabled', 'hierarchy.invalid'] as const

/** Calls for the positions of one hierarchy. */
export const hierarchyNodeCalls = {
  level: defineCall({
    ...of,
    method: 'GET',
    path,
    summary: 'Lists the positions of one level of a hierarchy, in their order.',
    params: idParams,
    query: z.object({
      /** The position above them; left out: the top level. */
      parent: id.optional(),
      /** Returns the positions after this one. */
      after: id.optional(),
    }),
    answer: z.object({
      items: z.array(node),
      /** For `after`; null: there are no more. */
      next: z.string().nullable(),
      /** The total of the whole hierarchy. */
      total: z.number().int(),
    }),
    errors: [gone],
  }),
  findNodes: defineCall({
    ...of,
    method: 'GET',
    path: '/usersgroups/hierarchies/{id}/found-nodes',
    summary: 'Finds positions of a hierarchy by their name or their person.',
    params: idParams,
    query: z.object({
      q: z
        .string()
        .trim()
        .min(1)
        .max(100)
        .regex(/^[^\0]*$/),
    }),
    answer: z.array(detail),
    errors: [gone],
  }),
  getNode: defineCall({
    ...of,
    method: 'GET',
    path: one,
    summary: 'Returns a position of a hierarchy with its parent positions.',
    params,
    answer: detail,
    errors: [gone],
  }),
  addNode: defineCall({
    ...change,
    method: 'POST',
    path,
    summary: 'Adds a position to a hierarchy.',
    params: idParams,
    body: nodeFields.extend({
      /** Null: it is on the top level. */
      parentId: id.nullable().default(null),
    }),
    answer: detail,
    errors,
  }),
  saveNode: defineCall({
    ...change,
    method: 'PUT',
    path: one,
    summary: 'Changes a position of a hierarchy.',
    params,
    body: nodeFields.extend({ revision: z.number().int().optional() }),
    answer: detail,
    errors: [...errors, 'thing.changed'],
  }),
  moveNode: defineCall({
    ...change,
    method: 'POST',
    path: `${one}/move`,
    summary: 'Moves a position with its whole branch.',
    params,
    body: z.object({
      /** Null: to the top level. */
      parentId: id.nullable(),
      /** The id of the position before it in the order; null: it becomes the first one. Missing: the last one. */
      afterId: id.nullable().optional(),
    }),
    answer: detail,
    errors,
  }),
  removeNode: defineCall({
    ...change,
    method: 'DELETE',
    path: one,
    summary: 'Removes a position, alone or with its branch.',
    params,
    query: z.object({
      /** What happens to the positions below it: they are deleted, or move up one level. */
      children: z.enum(['remove', 'move-up']),
    }),
    answer: 'empty',
    errors: [gone, 'thing.disabled'],
  }),
  /**
   * Imports positions. Body: one part `file`, CSV or XLSX, with the columns `key` (the user name), `manager` (the user
   * name of the manager) and optionally `position`. Positions that the file does not contain do not change.
   */
  importNodes: defineCall({
    ...change,
    method: 'POST',
    path: '/usersgroups/hierarchies/{id}/import',
    summary: 'Imports positions from a file with a column of managers, or returns the changes that it would make.',
    params: idParams,
    query: z.object({ isDryRun: z.enum(['true', 'false']) }),
    body: 'multipart',
    parts: { files: 1, fileSize: limits.file },
    bodyLimit: limits.file + limits.jsonBody,
    answer: nodeImport,
    errors: [...errors, 'file.refused', 'file.infected', 'file.not-scanned', 'request.too-large', 'budget.exceeded'],
  }),
}
