import { z } from 'zod'
import { defineCall, defineCalls } from './call.ts'

/**
 * A set of icons. Its bodies are parts of an SVG picture that is `size` wide and high, drawn in `currentColor`.
 */
const iconDocs = z.object({
  set: z.string(),
  title: z.string(),
  licence: z.string(),
  size: z.number().int(),
  /** Name → body. */
  icons: z.record(z.string(), z.string()),
})

export type IconDocs = z.output<typeof iconDocs>

/** Finds icons of a set by the words of their names. */
const iconIndex = z.object({
  set: z.string(),
  names: z.array(z.string()),
  /** The positions of icons in `names`, by keyword. */
  words: z.record(z.string(), z.array(z.number().int())),
})

export type IconIndex = z.output<typeof iconIndex>

/** The pattern of icons, which are stored as `name:set`, such as `home:tabler`. */
export const iconValue = /^([a-z0-9]+(?:-[a-z0-9]+)*):([a-z]+)$/

const tag = 'Icons'
const audience = 'signed-in'

export const iconCalls = defineCalls('icons', {
  docs: defineCall({
    method: 'GET',
    path: '/data/docs.json',
    summary: 'The icons of the general set.',
    tag,
    audience,
    answer: iconDocs,
  }),
  index: defineCall({
    method: 'GET',
    path: '/data/index.json',
    summary: 'The search index of the general set.',
    tag,
    audience,
    answer: iconIndex,
  }),
  officeDocs: defineCall({
    method: 'GET',
    path: '/data/docs-office.json',
    summary: 'The icons of the office set.',
    tag,
    audience,
    answer: iconDocs,
  }),
  officeIndex: defineCall({
    method: 'GET',
    path: '/data/index-office.json',
    summary: 'The search index of the office set.',
    tag,
    audience,
    answer: iconIndex,
  }),
  /** Returns single icons, for pages that need no whole set. Icons that do not exist are left out. */
  some: defineCall({
    method: 'GET',
    path: '/data/icons.json',
    summary: 'Some icons of all sets.',
    tag,
    audience,
    /** Values `icon:set` with commas between them. */
    query: z.object({ values: z.string().max(4000) }),
    answer: z.object({
      icons: z.record(z.string(), z.object({ size: z.number().int(), body: z.string() })),
    }),
  }),
})
