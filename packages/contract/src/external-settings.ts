import { z } from 'zod'

/** Limits for external systems and their parts. */
export const externalLimits = {
  /** Of one system. */
  connections: 50,
  apis: 50,
  /** Of one API. */
  adapters: 50,
  /** Characters of a secret, an address, a statement or a body. */
  secret: 4_000,
  address: 500,
  statement: 10_000,
  /** Query parameters, headers, columns and parameters of one adapter, of each. */
  entries: 30,
  /** Seconds until an answer has to be here, the most and when nobody says. */
  longestSeconds: 30,
  seconds: 10,
  /** Rows of one answer. */
  rows: 1_000,
  /** Bytes of the answer of a service, and of a JSON file. */
  answer: 1_000_000,
  /** Bytes of a CSV file that are read until its rows are there. */
  file: 10_000_000,
  /** Cells of a line of one. */
  cells: 1_000,
  /** Characters of a value in a row. */
  value: 2_000,
  /** Seconds that an answer is kept for whoever asks the same. */
  cacheSeconds: 300,
} as const

const hostName = /^(?:[A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?|[0-9A-Fa-f.]*:[0-9A-Fa-f:.]*)$/
const host = z
  .string()
  .trim()
  .min(1)
  .max(253)
  .regex(hostName, 'Expected the name or address of a host, such as db.example.org.')

const line = (max: number) =>
  z
    .string()
    .trim()
    .max(max)
    .regex(/^\P{Cc}*$/u, 'Expected one line without control characters.')

const seconds = z.number().int().min(1).max(externalLimits.longestSeconds).default(externalLimits.seconds)

/** The kinds of sign-in at a REST service. The secret is the password, the token, or the value of the header. */
export const restSignIns = ['none', 'basic', 'bearer', 'header'] as const

const headerName = line(100).regex(/^(?:[!#$%&'*+.^_`|~\w-]+)?$/, 'Expected the name of a header, such as X-Api-Key.')

export const restConnection = z.object({
  kind: z.literal('rest'),
  /** What the paths of adapters are put behind. */
  baseUrl: line(externalLimits.address)
    .regex(
      /^https?:\/\/[^\s?#@<>"'`{}\\]+$/,
      'Expected an address that begins with http:// or https://, without user, query and fragment.',
    )
    .refine(
      (address) => URL.canParse(address),
      'Expected an address that can be read, such as https://api.example.org.',
    ),
  signIn: z.enum(restSignIns).default('none'),
  /** For `basic`. */
  username: line(255).default(''),
  /** For `header`. */
  header: headerName.default(''),
  seconds,
})

/**
 * The kinds of encryption. `off`: none. `on`: without checking the certificate. `verified`: with a certificate for the
 * host.
 */
export const tlsModes = ['off', 'on', 'verified'] as const

export const databaseConnection = z.object({
  kind: z.literal('database'),
  host,
  port: z.number().int().min(0).max(65_535).default(5432),
  database: line(63).min(1),
  username: line(63).min(1),
  tls: z.enum(tlsModes).default('verified'),
  seconds,
})

/** A folder of the server, below one that its operator allows. */
export const fileConnection = z.object({
  kind: z.literal('file'),
  folder: line(externalLimits.address)
    .regex(/^(?:\/|[A-Za-z]:[\\/])/, 'Expected the whole path of a folder, such as /srv/exchange/prices.')
    .refine((folder) => !hasUp(folder), 'Expected a path without “..”.'),
  seconds,
})

/** Returns whether a path goes up somewhere. */
function hasUp(path: string): boolean {
  return path.split(/[\\/]/).includes('..')
}

/** The settings of a connection, by kind. */
export const connectionSettings = z.discriminatedUnion('kind', [restConnection, databaseConnection, fileConnection])

export type ConnectionSettings = z.output<typeof connectionSettings>
export type RestConnection = z.output<typeof restConnection>
export type DatabaseConnection = z.output<typeof databaseConnection>
export type FileConnection = z.output<typeof fileConnection>

/** The pattern of names for `{name}` in a request and `:name` in a statement. */
export const parameterName = /^[A-Za-z][A-Za-z0-9_]{0,49}$/

const parameter = z.string().regex(parameterName, 'Expected letters, digits and underscores, beginning with a letter.')
const columnKey = parameter
/** `address.city`, `lines.0.name`; empty: the thing itself. */
const valuePath = line(200).regex(
  /^(?:[^.\s{}[\]]+(?:\.[^.\s{}[\]]+)*)?$/,
  'Expected names with dots between them, such as address.city.',
)

const shared = {
  /** The parameter that gets what somebody types to find a row. Empty: rows are looked through by their label. */
  searchParameter: parameter.or(z.literal('')).default(''),
  /** The parameter that gets the value that is looked for. Empty: it is looked for in the rows without it. */
  valueParameter: parameter.or(z.literal('')).default(''),
  rowLimit: z.number().int().min(1).max(externalLimits.rows).default(200),
  cacheSeconds: z.number().int().min(0).max(externalLimits.cacheSeconds).default(30),
}

const entries = (name: z.ZodString) =>
  z
    .array(z.object({ name: name.min(1), value: line(500) }))
    .max(externalLimits.entries)
    .default([])

export const restMethods = ['GET', 'POST'] as const

export const restAdapter = z.object({
  kind: z.literal('rest'),
  method: z.enum(restMethods).default('GET'),
  /** Behind the address of the connection, with `{parameter}` where values go. */
  path: line(externalLimits.address)
    .regex(/^(?:\/[^\s?#<>"'`\\]*)?$/, 'Expected a path that begins with /, without query and fragment.')
    .default(''),
  query: entries(line(100)),
  headers: entries(headerName),
  /** JSON with `{parameter}` in its texts; empty: none. */
  body: z.string().max(externalLimits.statement).default(''),
  /** The service does once what it is sent twice under one idempotency key, so a process may send it again. */
  isRepeatable: z.boolean().default(false),
  /** Where the list of rows is in the answer. Empty: the answer is the list. */
  rows: valuePath.default(''),
  columns: z
    .array(z.object({ key: columnKey, path: valuePath }))
    .min(1)
    .max(externalLimits.entries),
  ...shared,
})

export const sqlAdapter = z.object({
  kind: z.literal('sql'),
  /** One SELECT with `:parameter` where values go. */
  statement: z.string().trim().min(1).max(externalLimits.statement),
  ...shared,
})

export const fileFormats = ['csv', 'json'] as const
export const fileEncodings = ['utf-8', 'utf-16le', 'windows-1252'] as const
export const csvDelimiters = ['comma', 'semicolon', 'tab', 'bar'] as const
export const csvQuotes = ['double', 'single', 'none'] as const

export const fileAdapter = z.object({
  kind: z.literal('file'),
  /** Within the folder of the connection. */
  path: line(externalLimits.address)
    .min(1)
    .refine(
      (path) => !path.includes('\\') && path.split('/').every((part) => part !== '' && part !== '.' && part !== '..'),
      'Expected the path of a file within the folder, such as prices.csv or 2026/prices.csv.',
    ),
  format: z.enum(fileFormats).default('csv'),
  encoding: z.enum(fileEncodings).default('utf-8'),
  /** Between the cells of a CSV file. */
  delimiter: z.enum(csvDelimiters).default('comma'),
  /** Around cells of a CSV file that have delimiters or ends of lines in them. */
  quote: z.enum(csvQuotes).default('double'),
  /** Whether the first line of a CSV file has the names of its columns. Without it they are 1, 2, 3. */
  heading: z.boolean().default(true),
  /** Where the list of rows is in a JSON file. Empty: the file is the list. */
  rows: valuePath.default(''),
  /**
   * The path is a name of the heading line, the number of a column, or a path in a row of JSON. None: all of the file.
   */
  columns: z
    .array(z.object({ key: columnKey, path: line(200).min(1) }))
    .max(externalLimits.entries)
    .default([]),
  ...shared,
})

/** The settings of an adapter, by kind: the query, and how its answer is read. */
export const adapterSettings = z.discriminatedUnion('kind', [restAdapter, sqlAdapter, fileAdapter])

export type AdapterSettings = z.output<typeof adapterSettings>
export type RestAdapter = z.output<typeof restAdapter>
export type SqlAdapter = z.output<typeof sqlAdapter>
export type FileAdapter = z.output<typeof fileAdapter>
