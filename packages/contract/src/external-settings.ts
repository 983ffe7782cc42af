import { z } from 'zod'
import { entries, parameter, shared, types, valuePath } from './external-adapter-parts.ts'
import { amqpAdapter, amqpConnection } from './external-amqp.ts'
import { kafkaAdapter, kafkaConnection } from './external-kafka.ts'
import { mailConnection } from './external-mail-connection.ts'
import { externalLimits, fileTrusts, host, hostKey, line, seconds } from './external-parts.ts'
import { restBody } from './external-rest-body.ts'
import { address, headerName, restConnection } from './external-rest-connection.ts'
import { restMethods } from './rest-methods.ts'

/**
 * The kinds of encryption. `off`: none. `on`: without checking the certificate. `verified`: with a certificate for the
 * host.
 */
export const tlsModes = ['off', 'on', 'verified'] as const

/**
 * The databases that a connection may lead to. `mysql` is MariaDB, too. `sqlite` is a file on the machine of the server,
 * below a folder that its operator allows.
 */
export const databaseVendors = ['postgresql', 'mysql', 'sqlserver', 'oracle', 'sqlite'] as const
export type DatabaseVendor = (typeof databaseVendors)[number]
/** The default ports of databases. SQLite files have no port. */
export const databasePorts = {
  postgresql: 5432,
  mysql: 3306,
  sqlserver: 1433,
  oracle: 1521,
  sqlite: 0,
} as const satisfies Record<DatabaseVendor, number>

export const databaseConnection = z.object({
  kind: z.literal('database'),
  vendor: z.enum(databaseVendors).default('postgresql'),
  /** Empty for SQLite, as the user name. */
  host: host.or(z.literal('')).default(''),
  port: z.number().int().min(0).max(65_535).default(5432),
  /** The name of the database, the service of Oracle, or the whole path of the file of SQLite. */
  database: line(externalLimits.address).min(1),
  username: line(128).default(''),
  tls: z.enum(tlsModes).default('verified'),
  seconds,
})

/**
 * The locations of files. `local`: on the machine of the server, below a folder that its operator allows. The others are
 * on other machines.
 */
export const filePlaces = ['local', 'sftp', 'ftps', 's3', 'webdav'] as const
export type FilePlaceKind = (typeof filePlaces)[number]
/** The kinds of sign-in by SFTP. The secret is the password or the private key. */
export const sftpSignIns = ['password', 'key'] as const
/** The beginnings of TLS with FTPS: on request after the connection is open, or immediately. */
export const ftpsModes = ['explicit', 'implicit'] as const
/** The default ports of file protocols whose connections have a host and a port. */
export const filePorts = { sftp: 22, ftps: 21 } as const

export const fileConnection = z.object({
  kind: z.literal('file'),
  place: z.enum(filePlaces).default('local'),
  folder: line(externalLimits.address)
    .regex(/^(?:\/|[A-Za-z]:[\\/])/, 'Expected the whole path of a folder, such as /srv/exchange/prices.')
    .refine((folder) => !hasUp(folder), 'Expected a path without “..”.'),
  /** The host of SFTP and FTPS, as the port. */
  host: host.or(z.literal('')).default(''),
  port: z.number().int().min(1).max(65_535).default(22),
  /** The base URL of S3 and WebDAV. */
  baseUrl: address(line(externalLimits.address)).or(z.literal('')).default(''),
  bucket: line(63)
    .regex(
      /^(?:[a-z0-9][a-z0-9.-]{1,61}[a-z0-9])?$/,
      'Expected a bucket of 3 to 63 small letters, digits, dots and dashes.',
    )
    .default(''),
  region: line(63)
    .regex(/^[a-z0-9-]*$/, 'Expected a region such as eu-central-1.')
    .default(''),
  /** For S3 the access key ID. */
  username: line(255).default(''),
  signIn: z.enum(sftpSignIns).default('password'),
  ftpsMode: z.enum(ftpsModes).default('explicit'),
  trust: z.enum(fileTrusts).default('authority'),
  hostKey,
  seconds,
})

/** Returns whether a path goes up somewhere. */
function hasUp(path: string): boolean {
  return path.split(/[\\/]/).includes('..')
}

/** The settings of a connection, by kind. */
export const connectionSettings = z.discriminatedUnion('kind', [
  restConnection,
  databaseConnection,
  fileConnection,
  mailConnection,
  amqpConnection,
  kafkaConnection,
])

export type ConnectionSettings = z.output<typeof connectionSettings>
export type DatabaseConnection = z.output<typeof databaseConnection>
export type FileConnection = z.output<typeof fileConnection>

export { type ParameterType, parameterName, parameterTypes } from './external-adapter-parts.ts'

const columnKey = parameter

/** How the next page of a list is found: by the Link header, a cursor in the answer, its number, or the rows before it. */
export const pagingKinds = ['link', 'cursor', 'page', 'offset'] as const

const restPaging = z.object({
  kind: z.enum(pagingKinds),
  /** The query parameter of the cursor, the number or the offset. */
  parameter: line(100).default(''),
  /** The path of the cursor of the next page in the response. */
  cursorPath: valuePath.default(''),
  /** The query parameter for the rows of a page; empty: none. */
  sizeParameter: line(100).default(''),
  size: z.number().int().min(1).max(externalLimits.rows).default(100),
  /** The number of the first page. */
  first: z.number().int().min(0).max(1).default(1),
})

export const restAdapter = z.object({
  kind: z.literal('rest'),
  method: z.enum(restMethods).default('GET'),
  /** Behind the address of the connection, with `{parameter}` where values go. */
  path: line(externalLimits.address)
    .regex(/^(?:\/[^\s?#<>"'`\\]*)?$/, 'Expected a path that begins with /, without query and fragment.')
    .default(''),
  query: entries(line(100)),
  headers: entries(headerName),
  ...restBody,
  /**
   * Whether the service carries out a request once even if it is sent twice with the same idempotency key, so that a
   * process may send it again.
   */
  isRepeatable: z.boolean().default(false),
  /** The path of the list of rows in the response; empty: the response is the list. */
  rows: valuePath.default(''),
  /** The paging; missing: the response is the whole list. */
  paging: restPaging.nullable().optional(),
  columns: z
    .array(z.object({ key: columnKey, path: valuePath }))
    .min(1)
    .max(externalLimits.entries),
  types,
  ...shared,
})

export type RestPaging = z.output<typeof restPaging>

/**
 * The actions of SQL adapters. `select` only reads, for forms and processes. `change` changes data, only for processes.
 */
export const sqlActions = ['select', 'change'] as const

/** How an SQL adapter continues on the next page: after the key of the last row, or after the number of rows before. */
export const sqlPagingKinds = ['keyset', 'offset'] as const
/** The types of the key of a row. */
export const sqlKeyTypes = ['integer', 'text'] as const
/** The name of the adapter parameter for the position at which a page begins: the `next` of the previous page. */
export const afterParameter = 'after'

const sqlPaging = z.object({
  kind: z.enum(sqlPagingKinds),
  /** A column of the rows by which they are sorted; with `keyset`, one that is unique and never empty. */
  column: line(128).min(1),
  keyType: z.enum(sqlKeyTypes).default('integer'),
})

export const sqlAdapter = z.object({
  kind: z.literal('sql'),
  action: z.enum(sqlActions).default('select'),
  /** A change that is carried out twice does no harm, so a process may send it again when it got no answer. */
  isRepeatable: z.boolean().default(false),
  /** One statement with `:parameter` where values go. */
  statement: z.string().trim().min(1).max(externalLimits.statement),
  /** The paging; missing: only the first rows are read. A page has as many rows as the limit permits. */
  paging: sqlPaging.nullable().optional(),
  types,
  ...shared,
})

/** The actions of a file adapter. Forms can use `read` and `list` only; processes can use all. */
export const fileActions = ['read', 'list', 'exists', 'write', 'append', 'move', 'delete'] as const
export type FileAction = (typeof fileActions)[number]
/**
 * The formats of files. `text` has a row for each line, `fixed` columns at positions of a line, `binary` is a file as
 * it is.
 */
export const fileFormats = ['csv', 'xlsx', 'json', 'xml', 'fixed', 'text', 'binary'] as const
export type FileFormat = (typeof fileFormats)[number]
export const fileEncodings = ['utf-8', 'utf-16le', 'windows-1252'] as const
export const csvDelimiters = ['comma', 'semicolon', 'tab', 'bar'] as const
export const csvQuotes = ['double', 'single', 'none'] as const
/** What happens when a file with the same name exists already. */
export const fileConflicts = ['replace', 'refuse'] as const

/** A path within the folder of a connection, with `{parameter}` where values go. */
export const filePath = line(externalLimits.address).refine(
  (path) =>
    path === '' ||
    (!path.includes('\\') && path.split('/').every((part) => part !== '' && part !== '.' && part !== '..')),
  'Expected a path within the folder, such as prices.csv or 2026/prices.csv.',
)

export const fileAdapter = z.object({
  kind: z.literal('file'),
  action: z.enum(fileActions).default('read'),
  /** The file; of `list` the folder, where empty means that of the connection. */
  path: filePath,
  /** The new path of a file for `move`. */
  target: filePath.default(''),
  /** For `write` and `move`. */
  ifExists: z.enum(fileConflicts).default('replace'),
  /** Names that `list` has, with `*` for any characters. Empty: all. */
  pattern: line(200).default(''),
  /** A second execution does no harm, so a process may repeat the action when no answer arrived. */
  isRepeatable: z.boolean().default(false),
  format: z.enum(fileFormats).default('csv'),
  encoding: z.enum(fileEncodings).default('utf-8'),
  /** Between the cells of a CSV file. */
  delimiter: z.enum(csvDelimiters).default('comma'),
  /** Around cells of a CSV file that have delimiters or ends of lines in them. */
  quote: z.enum(csvQuotes).default('double'),
  /** Whether the first line of a CSV file, or the first row of a workbook, has the names of columns. Without it they are 1, 2, 3. */
  heading: z.boolean().default(true),
  /** The path of the list of rows in a JSON or XML file; empty: the file is the list. */
  rows: valuePath.default(''),
  /**
   * The path is a name of the heading line, the number of a column, positions such as 1-10, or a path in a row. None:
   * all of the file.
   */
  columns: z
    .array(z.object({ key: columnKey, path: line(200).min(1) }))
    .max(externalLimits.entries)
    .default([]),
  ...shared,
})

/** The settings of an adapter, by kind: the query, and how its answer is read. */
export const adapterSettings = z.discriminatedUnion('kind', [
  restAdapter,
  sqlAdapter,
  fileAdapter,
  amqpAdapter,
  kafkaAdapter,
])

export type AdapterSettings = z.output<typeof adapterSettings>
export type RestAdapter = z.output<typeof restAdapter>
export type SqlAdapter = z.output<typeof sqlAdapter>
export type SqlPaging = z.output<typeof sqlPaging>
export type FileAdapter = z.output<typeof fileAdapter>
