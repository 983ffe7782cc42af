import { z } from 'zod'

/** Limits for external systems and their parts. */
export const externalLimits = {
  /** The connections of one system. */
  connections: 50,
  apis: 50,
  /** The adapters of one API. */
  adapters: 50,
  /** Characters of a certificate, or of those that are trusted. */
  certificate: 20_000,
  /** Characters of a secret, an address, a statement or a body. */
  secret: 4_000,
  address: 500,
  statement: 10_000,
  /** Query parameters, headers, columns and parameters of one adapter, of each. */
  entries: 30,
  /** For a connection to a service: repetitions, calls a minute, failures in a row. */
  retries: 5,
  callsPerMinute: 60_000,
  breakAfter: 100,
  /** The time limit of an answer in seconds: the maximum, and the default. */
  longestSeconds: 30,
  seconds: 10,
  /** Rows of one answer. */
  rows: 1_000,
  /** Pages of one answer. */
  pages: 100,
  /** Bytes of the answer of a service, and of a file that is read as a whole: JSON, XML, text. */
  answer: 1_000_000,
  /** Bytes of a file that becomes a value of a process. */
  content: 5_000_000,
  /** Entries of a folder that are looked through. */
  folderEntries: 10_000,
  /** Bytes of a CSV file that are read until its rows are there. */
  file: 10_000_000,
  /** Cells of a line of one. */
  cells: 1_000,
  /** Characters of a value in a row. */
  value: 2_000,
  /** The maximum cache time of an answer in seconds. */
  cacheSeconds: 300,
} as const

const hostName = /^(?:[A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?|[0-9A-Fa-f.]*:[0-9A-Fa-f:.]*)$/
export const host = z
  .string()
  .trim()
  .min(1)
  .max(253)
  .regex(hostName, 'Expected the name or address of a host, such as db.example.org.')

export const line = (max: number) =>
  z
    .string()
    .trim()
    .max(max)
    .regex(/^\P{Cc}*$/u, 'Expected one line without control characters.')

export const seconds = z.number().int().min(1).max(externalLimits.longestSeconds).default(externalLimits.seconds)

/** The certificates that are accepted: of public authorities, or the one of the first successful test. */
export const fileTrusts = ['authority', 'pinned'] as const

/**
 * The host key of SFTP in the format of OpenSSH, or the digest of a pinned certificate in the same format. Empty: the
 * key at the first successful test.
 */
export const hostKey = z
  .string()
  .trim()
  .regex(/^(?:SHA256:[A-Za-z0-9+/]{43})?$/, 'Expected a key such as SHA256: with 43 signs behind it, or nothing.')
  .default('')
