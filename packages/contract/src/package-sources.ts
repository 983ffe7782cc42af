import { z } from 'zod'
import { defineCall, defineCalls } from './call.ts'
import { listCalls } from './list/list-calls.ts'
import {
  packageSourceFields,
  packageSourceLimits,
  packageSourceList,
  packageSourceOutcomes,
  packageSourceRow,
} from './lists/package-sources.ts'
import { recordCalls } from './record-calls.ts'
import { disablableOf } from './record-fields.ts'
import { idParams, instant } from './values.ts'

/** `null`: it stays; empty: it is removed. It cannot stay when the source has another address. */
const entered = packageSourceFields.extend({
  token: z.string().trim().max(packageSourceLimits.token).nullable().default(null),
})

const packageSource = disablableOf(packageSourceFields).extend({
  hasToken: z.boolean(),
  /** The user with whose permissions packages are compared: who saved it last. Null: they no longer exist. */
  actsAs: z.string().nullable(),
  /** Whether a requested check has not run yet. */
  isAsked: z.boolean(),
  lookedAt: instant.nullable(),
  /** The result of the last check; null: the source was not checked yet. */
  outcome: z.enum(packageSourceOutcomes).nullable(),
  message: z.string(),
  /** The id of the import that waits for approval. */
  waitingImport: z.string().nullable(),
})

export type PackageSource = z.output<typeof packageSource>

const of = { path: '/admin/package-sources', tag: 'Package sources', audience: ['RoleAdmin'] } as const

/** The package sources of a workplace. */
export const packageSourceCalls = defineCalls('packageSources', {
  ...listCalls(packageSourceList, { ...of, summary: 'Lists the package sources.', row: packageSourceRow }),
  ...recordCalls({
    ...of,
    subject: 'packageSources',
    one: 'a package source',
    fields: entered,
    item: packageSource,
    errors: ['package-source.invalid', 'budget.exceeded'],
  }),
  look: defineCall({
    ...{ tag: of.tag, audience: of.audience, scope: 'administer' },
    method: 'POST',
    path: `${of.path}/{id}/look`,
    summary: 'Orders a look at a package source. A new package waits for approval afterwards.',
    touches: ['packageSources', 'packages'],
    params: idParams,
    answer: 'empty',
    errors: ['thing.not-found', 'thing.disabled'],
  }),
})
