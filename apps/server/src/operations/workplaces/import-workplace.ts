import type { InstallationKey } from '../../platform/auth/installation-key.ts'
import { Refusal, refuse } from '../../platform/errors/refusal.ts'
import { createExportDigest } from './export-seal.ts'
import { digested } from './importing/digested.ts'
import { endCompleted, forget, openImported } from './importing/end-import.ts'
import { readEntryRow } from './importing/entry-row.ts'
import { findTables } from './importing/find-tables.ts'
import type { ImportHomes, Importing } from './importing/importing.ts'
import { receiveFiles } from './importing/receive-files.ts'
import { receiveTables } from './importing/receive-tables.ts'
import { addHomeRow, startOrContinue } from './importing/start-import.ts'
import { clearWorkplace } from './moving/clear-workplace.ts'
import { type HeldWorkplace, holdWorkplace } from './moving/hold-workplace.ts'
import { noteFile } from './moving/move-state.ts'
import type { PlatformAdministrator } from './policy.ts'
import { BadTar } from './read-tar.ts'
import { readingExport, readText, takeEntry, verifyExport } from './verify-export.ts'
import { findHome } from './workplace-home.ts'

/** A file of `exportWorkplace` to import. */
export interface WorkplaceImport {
  readonly file: string
  /** The name of the database for the workplace; null: the first one. */
  readonly database: string | null
  /** The key of this installation. */
  readonly key: InstallationKey
  /** The fingerprint of another installation whose exports are accepted; null: none. */
  readonly trusted: string | null
}

/** The result of an import: the reference of the workplace, and the numbers of its rows and files. */
export interface Imported {
  readonly reference: string
  readonly rows: number
  readonly files: number
}

/**
 * Imports a workplace, with its ids and its reference, from a file of `exportWorkplace`. The file is read twice: its
 * signature is checked before anything is written. The workplace is closed until all of it is there. An interrupted import
 * is repeated by the same call, which starts again.
 *
 * @returns a refusal when the file is none, was changed, comes from another version, or its workplace exists here, also from
 *   an interrupted import of another file that was complete. Nothing of this file is left then.
 */
export async function importWorkplace(
  homes: ImportHomes,
  by: PlatformAdministrator,
  { file, database, key, trusted }: WorkplaceImport,
): Promise<Imported | Refusal> {
  const home = findHome(homes, database)
  if (home instanceof Refusal) return home
  const verified = await verifyExport(file, { key, trusted })
  if (verified instanceof Refusal) return verified
  const tables = await findTables(home, verified.manifest)
  if (tables instanceof Refusal) return tables
  return readingExport(file, async (given) => {
    const digest = createExportDigest()
    const entries = digested(given, digest)
    await readText(await takeEntry(entries, 'manifest.json'))
    const row = readEntryRow(await readText(await takeEntry(entries, 'tables/workplace.jsonl')))
    if (row instanceof Refusal) return row
    const importing: Importing = { homes, by, home, database, tables, verified, row, entries, digest }
    return holdWorkplace({ db: homes.db, workplaceId: row.workplace_id, cause: by.cause }, (held) =>
      receive(importing, held),
    )
  })
}

async function receive(importing: Importing, held: HeldWorkplace): Promise<Imported | Refusal> {
  const { home, database, verified, row, digest } = importing
  const started = await startOrContinue(importing, held)
  if (started instanceof Refusal) return started
  const keepsEntry = database === null
  // An earlier command completed it there, and ended before the directory knew: its jobs run already.
  if (!keepsEntry && (await endCompleted(importing, held))) {
    if (started.digest !== null && started.digest !== verified.digest) return refuseOtherFile(row.reference)
    const { tables, files } = verified.manifest
    return { reference: row.reference, rows: tables.reduce((sum, table) => sum + table.rows, 0), files }
  }
  try {
    const closedAt = await addHomeRow(importing, held)
    // Not before: until then, the command before may open the rows of its own file.
    if (started.digest !== verified.digest)
      await held.change((tx) => tx.batch([noteFile(row.workplace_id, verified.digest)]))
    await clearWorkplace(home, held, { keepsEntry: true })
    const rows = await receiveTables(importing, held)
    const files = await receiveFiles(importing, held)
    if (digest.end() !== verified.digest)
      throw new BadTar('Expected the file to be the same until its end, but it was changed meanwhile.')
    await held.check()
    await openImported(importing, held, closedAt)
    return { reference: row.reference, rows: rows + 1, files }
  } catch (error) {
    await forget(importing, held).catch(() => {})
    throw error
  }
}

function refuseOtherFile(reference: string): Refusal {
  return refuse(
    'thing.exists',
    `Expected the file of the import that was completed before, but this is another one. “${reference}” has the rows of the file before. To import this file, suspend and delete the workplace first.`,
  )
}
