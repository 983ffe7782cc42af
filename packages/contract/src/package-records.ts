import { z } from 'zod'
import { limits } from './limits.ts'
import { instant, person } from './values.ts'

/** Limits for a package. */
export const packageLimits = {
  /** Bytes of its file, and of all that is in it. */
  fileSize: 20_000_000,
  unpackedSize: 100 * 1024 * 1024,
  items: 2_000,
  /** Items that the page offers for an export. */
  contents: 5_000,
  /** Differences that are shown of one item. */
  differences: 50,
  /** Imports that are listed, and days that one is kept after its end. */
  imports: 30,
  /** Characters of a value in a difference. */
  shown: 200,
} as const

/** Kinds of items, in the order in which an import writes them. */
export const packageKindList = [
  'theme',
  'group',
  'category',
  'globalProperty',
  'emailTemplate',
  'dataList',
  'externalSystem',
  'connection',
  'externalApi',
  'adapter',
  'listener',
  'feed',
  'formTemplate',
  'application',
  'form',
  'decision',
  'process',
  'ownRole',
] as const

export const packageKind = z.enum(packageKindList)
export type PackageKindName = z.output<typeof packageKind>

const key = z.string().min(1).max(600)
const ref = z.object({ kind: packageKind, key })

export const contentItem = ref.extend({
  name: z.string(),
  /** Key of its application; null where it belongs to none. */
  application: z.string().nullable(),
})

export type PackageContent = z.output<typeof contentItem>

export const selection = z.object({
  items: z.array(ref).min(1).max(packageLimits.items),
  /** Whether the rows of data lists are exported, too. */
  withRows: z.boolean().default(false),
})

/** An item that an export contains. */
export const exportItem = contentItem.extend({
  /** Whether the user has chosen the item; other items are needed by chosen ones. */
  isChosen: z.boolean(),
  /** Name of an item that needs it. */
  neededBy: z.string().nullable(),
})

export type PackageExportItem = z.output<typeof exportItem>

/**
 * The results of a dry run:
 * - `same`: nothing would change
 * - `conflict`: the item was changed here since the last import, or never came from a package
 * - `refused`: the item cannot be imported; the message says why
 */
export const packageResults = ['new', 'update', 'conflict', 'same', 'refused'] as const
export type PackageResult = (typeof packageResults)[number]

const difference = z.object({
  /** Path of the field, such as `settings.baseUrl` or `design, line 12`. */
  field: z.string(),
  /** Null: the field does not exist. */
  before: z.string().nullable(),
  after: z.string().nullable(),
})

export type PackageDifference = z.output<typeof difference>

const planItem = ref.extend({
  name: z.string(),
  /** The stamp of the existing item, which differs after each change. Null when there is no such item. */
  stamp: z.string().nullable(),
  result: z.enum(packageResults),
  message: z.string().nullable(),
  differences: z.array(difference),
  /** Number of all differences. */
  differenceCount: z.number().int(),
  canRename: z.boolean(),
  canReplace: z.boolean(),
})

export type PackagePlanItem = z.output<typeof planItem>

/** A user, a group or a connection that items of the package name and that does not exist here. */
const missing = z.object({ name: z.string(), usedBy: z.array(z.string()) })

const choices = z.array(z.object({ value: z.string(), label: z.string() }))

const setUp = z.object({
  ...ref.shape,
  name: z.string(),
  message: z.string(),
  /** Id of the item after the import, for a link. */
  id: z.string().nullable(),
})

export type PackageSetUp = z.output<typeof setUp>

export const packageImportStates = [
  'read',
  'waiting',
  'running',
  'done',
  'failed',
  'cancelled',
  'rolled-back',
  'dismissed',
] as const
export type PackageImportState = (typeof packageImportStates)[number]

export const importRow = z.object({
  id: z.string(),
  fileName: z.string(),
  fileSize: z.number().int(),
  state: z.enum(packageImportStates),
  /** The installation and workplace that exported the package. */
  origin: z.object({ workplace: z.string(), createdAt: instant, createdBy: z.string() }),
  createdAt: instant,
  createdBy: person.nullable(),
  endedAt: instant.nullable(),
  total: z.number().int(),
  done: z.number().int(),
  message: z.string().nullable(),
  /** The source that the package was received from; null: a user uploaded it. */
  source: z.object({ id: z.string(), name: z.string() }).nullable(),
  /** The reason for dismissing the package. */
  reason: z.string().nullable(),
  endedBy: person.nullable(),
  counts: z.object({
    created: z.number().int(),
    updated: z.number().int(),
    same: z.number().int(),
    skipped: z.number().int(),
  }),
})

export type PackageImport = z.output<typeof importRow>

export const importDetails = importRow.extend({
  signature: z.object({
    fingerprint: z.string(),
    /** `here`: signed by this workplace; `trusted`: an administrator trusts the signer; `unknown`: not trusted yet. */
    trust: z.enum(['here', 'trusted', 'unknown']),
    /** Whether a workplace of this installation has signed it. */
    isOfInstallation: z.boolean(),
  }),
  items: z.array(planItem),
  users: z.array(missing),
  groups: z.array(missing),
  connections: z.array(missing.extend({ choices })),
  groupChoices: choices,
  setUp: z.array(setUp),
  /** Whether the import can be rolled back, because it is the last finished one. */
  canRollBack: z.boolean(),
})

export type PackageImportDetails = z.output<typeof importDetails>

const newName = z.string().trim().min(1).max(limits.processKey)

/** The decisions of an import for each item, and for names that do not exist here. */
export const packageDecisions = z.object({
  items: z
    .array(
      ref.extend({
        action: z.enum(['skip', 'replace', 'rename']),
        /** Key and name that it gets when it is renamed. */
        newKey: newName.optional(),
        newName: newName.optional(),
        /** The stamp of the item to replace when it was shown: if the item has another stamp, the import is refused. */
        stamp: z.string().max(64).nullable().optional(),
      }),
    )
    .max(packageLimits.items)
    .default([]),
  /** Names of existing users by their names in the package; an empty value keeps the name. */
  users: z.record(z.string().max(limits.username), z.string().max(limits.username)).default({}),
  /** Keys of existing groups by their keys in the package. */
  groups: z.record(z.string().max(255), z.string().max(255)).default({}),
  /** Names of connections of the same system, by keys of connections of the package. */
  connections: z.record(z.string().max(600), z.string().max(255)).default({}),
  /** Whether packages with this signature, from the same workplace, are trusted from now on. */
  trust: z.boolean().default(false),
})

export type PackageDecisions = z.output<typeof packageDecisions>
