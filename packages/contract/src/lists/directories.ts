import { z } from 'zod'
import { defineList } from '../list/define-list.ts'
import { text } from '../patterns.ts'
import { fields, rowOf } from '../record-fields.ts'

export const directoryLimits = {
  /** Characters of a distinguished name, a filter or the addresses. */
  line: 1_000,
  /** Servers of one directory. */
  addresses: 5,
  /** Characters of an attribute name. */
  attribute: 100,
  /** Characters of the certificates. */
  certificate: 50_000,
  /** Characters of the mapping of groups. */
  mapping: 20_000,
  /** Users, and groups, that are read from one directory. */
  entries: 100_000,
  /** Directories of a workplace. */
  directories: 20,
  /** Runs that one answer shows. */
  runs: 50,
  /** Days that a run is kept with its rows. */
  days: 30,
  /** Rows of one answer. */
  page: 100,
  /** Users and groups that a test shows. */
  examples: 20,
} as const

export const directoryKinds = ['ldap', 'activeDirectory'] as const
/** The kinds of encryption of the connection to a directory. */
export const directorySecurities = ['tls', 'startTls', 'none'] as const
/** How the attribute of active users is read: as the flags of Active Directory, or as true and false. */
export const directoryActiveRules = ['all', 'accountControl', 'whenTrue', 'unlessTrue'] as const
/** How groups of the directory become groups here. */
export const directoryGroupRules = ['none', 'mapped', 'byKey', 'create'] as const
/** What happens to local users who have the user name of an entry. */
export const directoryExistingRules = ['leave', 'link'] as const

const oneLine = 'Expected one line without control characters.'
const line = (usual = '') =>
  z
    .string()
    .trim()
    .max(directoryLimits.line)
    .regex(/^\P{Cc}*$/u, oneLine)
    .default(usual)
const lines = (max: number) =>
  z
    .string()
    .trim()
    .max(max)
    .regex(/^(?:\P{Cc}|[\r\n\t])*$/u, 'Expected text without control characters.')
    .default('')
/** An attribute description: a name, with options or ranges (RFC 4512, section 2.5). */
const attribute = (usual: string) =>
  z
    .string()
    .trim()
    .max(directoryLimits.attribute)
    .regex(/^(?:[A-Za-z][A-Za-z0-9;.-]*)?$/, 'Expected the name of an attribute, such as mail.')
    .default(usual)

/**
 * The fields of a directory that users enter. Each is a column of the table with the same name. The password of the
 * bind account is separate.
 */
export const directoryFields = z.object({
  name: text('name'),
  description: fields.text(),
  kind: fields.choice(directoryKinds),
  /** Servers, separated by commas: `ldap1.example.org, ldap2.example.org:1636`. The server uses the first one that answers. */
  addresses: line(),
  security: fields.choice(directorySecurities),
  /** Certificates of authorities in PEM; empty: the authorities that Node trusts. */
  certificate: lines(directoryLimits.certificate),
  /** The account with which the directory is read. */
  bindDn: line(),
  baseDn: line(),
  userFilter: line('(objectClass=inetOrgPerson)'),
  /** The attribute that identifies an entry permanently, whatever its name and position. */
  keyAttribute: attribute('entryUUID'),
  usernameAttribute: attribute('uid'),
  firstNameAttribute: attribute('givenName'),
  lastNameAttribute: attribute('sn'),
  emailAttribute: attribute('mail'),
  /** Holds the distinguished name of the manager. */
  managerAttribute: attribute('manager'),
  /** The hierarchy that managers fill, by its id; null: none. */
  hierarchy: z.uuid().nullable().default(null),
  activeRule: fields.choice(directoryActiveRules),
  activeAttribute: attribute(''),
  groupRule: fields.choice(directoryGroupRules),
  /** Empty: where users are. */
  groupBaseDn: line(),
  groupFilter: line('(objectClass=groupOfNames)'),
  groupNameAttribute: attribute('cn'),
  /** Holds distinguished names of members, or their user names. */
  memberAttribute: attribute('member'),
  /** A line for each group: `Group in the directory = key of the group`. */
  groupMapping: lines(directoryLimits.mapping),
  existingRule: fields.choice(directoryExistingRules),
  /** Whether users sign in with their password of the directory. */
  signsIn: z.boolean().default(true),
  /** The interval of runs in minutes; null: runs are started by hand only. */
  everyMinutes: fields.number({ min: 5, max: 43_200 }),
  /** More leavers than this, in percent of the users of the directory, wait for a confirmation. */
  thresholdPercent: z.number().int().min(0).max(100).default(10),
})

export type DirectoryFields = z.output<typeof directoryFields>

export const directoryRow = rowOf(
  directoryFields.pick({ name: true, description: true, kind: true, addresses: true }),
).extend({
  /** The number of users of the directory. */
  users: z.number().int(),
})

export type DirectoryRow = z.output<typeof directoryRow>

/** The list of directories of a workplace. The search covers names. */
export const directoryList = defineList({
  name: 'directories.list',
  columns: {
    name: { type: 'text', label: 'directories.name', isFixed: true },
    addresses: { type: 'text', label: 'directories.addresses' },
    users: { type: 'number', label: 'directories.users' },
    description: { type: 'text', label: 'directories.description' },
    created: { type: 'instant', label: 'directories.created', value: 'createdAt' },
    createdBy: { type: 'person', label: 'directories.createdBy' },
  },
  sorts: ['name', 'created'],
  order: ['name'],
  filters: {
    name: { type: 'text', label: 'directories.name', operators: ['begins', 'is'] },
    created: { type: 'instant', label: 'directories.created' },
  },
  search: 'directories.search',
})
