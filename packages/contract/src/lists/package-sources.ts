import { z } from 'zod'
import { defineList } from '../list/define-list.ts'
import { text } from '../patterns.ts'
import { disablableRowOf, fields } from '../record-fields.ts'
import { instant } from '../values.ts'

export const packageSourceLimits = {
  /** Sources of a workplace. */
  sources: 20,
  /** Applications of one source. */
  applications: 50,
  /** Characters of an address, a path, or the keys of the applications. */
  line: 1_000,
  /** Characters of a token. */
  token: 500,
  /** Looks in a row without a package until the source counts as failed. */
  retries: 3,
} as const

export const packageSourceKinds = ['installation', 'folder'] as const

/**
 * The results of a check:
 * - `ok`: the source was read; a new package waits for approval
 * - `retry`: the source could not be read, and the next check tries again
 * - `failed`: somebody has to do something
 */
export const packageSourceOutcomes = ['ok', 'retry', 'failed'] as const

export type PackageSourceOutcome = (typeof packageSourceOutcomes)[number]

const line = z
  .string()
  .trim()
  .max(packageSourceLimits.line)
  .regex(/^\P{Cc}*$/u, 'Expected one line without control characters.')
  .default('')

/**
 * The fields of a package source that users enter. Each is a column of the table with the same name. The token is
 * separate.
 */
export const packageSourceFields = z.object({
  name: text('name'),
  description: fields.text(),
  kind: fields.choice(packageSourceKinds),
  /** The address of the other installation: `https://millrace.example.org`. */
  url: line,
  /** Keys of the applications, separated by commas. */
  applications: line,
  /** Whether the rows of data lists are pulled, too. */
  withRows: fields.flag(),
  /** The whole path of a folder with the files of a package. */
  folder: line,
  /** The interval of checks in minutes; null: only on request. */
  everyMinutes: z.number().int().min(5).max(43_200).nullable().default(null),
})

export type PackageSourceFields = z.output<typeof packageSourceFields>

export const packageSourceRow = disablableRowOf(
  packageSourceFields.pick({ name: true, description: true, kind: true }),
).extend({
  lookedAt: instant.nullable(),
  outcome: z.enum(packageSourceOutcomes).nullable(),
})

export type PackageSourceRow = z.output<typeof packageSourceRow>

/** The package sources of a workplace. The search covers names. */
export const packageSourceList = defineList({
  name: 'packageSources.list',
  columns: {
    name: { type: 'text', label: 'packageSources.name', isFixed: true },
    kind: { type: 'choice', label: 'packageSources.kind', labels: 'packageSourceKind' },
    outcome: { type: 'choice', label: 'packageSources.outcome', labels: 'packageSourceOutcome' },
    lookedAt: { type: 'instant', label: 'packageSources.lookedAt' },
    isDisabled: { type: 'flag', label: 'packageSources.isDisabled' },
    created: { type: 'instant', label: 'packageSources.created', value: 'createdAt' },
    createdBy: { type: 'person', label: 'packageSources.createdBy' },
  },
  sorts: ['name', 'created'],
  order: ['name'],
  filters: {
    name: { type: 'text', label: 'packageSources.name', operators: ['begins', 'is'] },
    created: { type: 'instant', label: 'packageSources.created' },
    isDisabled: { type: 'flag', label: 'packageSources.isDisabled' },
  },
  views: {
    all: { label: 'packageSources.all', search: {} },
    inUse: { label: 'packageSources.inUse', search: { isDisabled: 'false' } },
    disabled: { label: 'packageSources.disabled', search: { isDisabled: 'true' } },
  },
  search: 'packageSources.search',
})
