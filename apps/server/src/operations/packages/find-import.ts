import type { PackageImportState } from '@millrace/contract'
import { sql } from 'kysely'
import type { InstallationKey } from '../../platform/auth/installation-key.ts'
import type { Tx } from '../../platform/db/database.ts'
import { isUuid } from '../../platform/db/uuid.ts'
import { type Refusal, refuse } from '../../platform/errors/refusal.ts'
import { runSql } from '../../platform/list/sql.ts'

export interface ImportRow {
  readonly id: string
  readonly file_name: string
  readonly file_size: number
  readonly origin_workplace: string
  readonly origin_created_at: Date
  readonly origin_created_by: string
  readonly fingerprint: string
  /** Null when the package does not name its workplace. */
  readonly origin_workplace_id: string | null
  readonly state: PackageImportState
  readonly decisions: string | null
  readonly total: number
  readonly done: number
  readonly skipped: number
  readonly message: string | null
  readonly set_up: string | null
  readonly created_at: Date
  readonly created_by: string | null
  readonly ended_at: Date | null
  readonly created: number
  readonly updated: number
  readonly same: number
  readonly source_id: string | null
  readonly source_name: string | null
  readonly reason: string | null
  readonly ended_by: string | null
}

const columns = sql`p.id, p.file_name, p.file_size, p.origin_workplace, p.origin_created_at, p.origin_created_by, p.fingerprint, p.origin_workplace_id, p.state, p.decisions,
  p.total, p.done, p.skipped, p.message, p.set_up, p.created_at, p.created_by, p.ended_at,
  p.source_id, p.reason, p.ended_by, (select s.name from package_source s where s.workplace_id = p.workplace_id and s.id = p.source_id) as source_name,
  (select count(*) from package_import_item i where i.workplace_id = p.workplace_id and i.import_id = p.id and i.action = 'created')::int as created,
  (select count(*) from package_import_item i where i.workplace_id = p.workplace_id and i.import_id = p.id and i.action = 'updated')::int as updated,
  (select count(*) from package_import_item i where i.workplace_id = p.workplace_id and i.import_id = p.id and i.action = 'same')::int as same`

/** Returns the last imports, the newest first. */
export function listImports(tx: Tx, workplaceId: string, most: number): Promise<ImportRow[]> {
  return runSql<ImportRow>(
    tx,
    sql`select ${columns} from package_import p where p.workplace_id = ${workplaceId} and not (p.state = 'read' and p.source_id is not null) order by p.created_at desc, p.id limit ${most}`,
  )
}

/** Returns the packages of sources that wait for approval, the newest first. */
export function listInbox(tx: Tx, workplaceId: string): Promise<ImportRow[]> {
  return runSql<ImportRow>(
    tx,
    sql`select ${columns} from package_import p where p.workplace_id = ${workplaceId} and p.state = 'read' and p.source_id is not null order by p.created_at desc, p.id`,
  )
}

/**
 * Finds an import of a package.
 *
 * @param options.lock locks it until the transaction ends.
 */
export async function findImport(
  tx: Tx,
  workplaceId: string,
  id: string,
  { lock = false } = {},
): Promise<ImportRow | Refusal> {
  if (!isUuid(id)) return noSuchImport()
  const found = sql`select ${columns} from package_import p where p.workplace_id = ${workplaceId} and p.id = ${id}`
  const [row] = await runSql<ImportRow>(tx, lock ? sql`${found} for update of p` : found)
  return row ?? noSuchImport()
}

/** Finds the package file of an import; null when it was deleted. */
export async function findPackage(tx: Tx, workplaceId: string, id: string): Promise<Buffer | null> {
  const [row] = await runSql<{ package: Buffer | null }>(
    tx,
    sql`select package from package_import where workplace_id = ${workplaceId} and id = ${id}`,
  )
  return row?.package ?? null
}

type Trust = 'here' | 'trusted' | 'unknown'

type Origin = Pick<ImportRow, 'fingerprint' | 'origin_workplace_id'>

/**
 * Returns the signer that a workplace trusts: the key together with the workplace, because all workplaces of an
 * installation sign with the same key.
 */
export function signerOf({ fingerprint, origin_workplace_id }: Origin): string {
  return origin_workplace_id === null ? fingerprint : `${fingerprint} ${origin_workplace_id}`
}

/** Returns whether packages of a signer are trusted. Packages of the own workplace always are. */
export async function findTrust(
  tx: Tx,
  workplaceId: string,
  origin: Origin,
  key: Pick<InstallationKey, 'fingerprint'>,
): Promise<Trust> {
  if (origin.fingerprint === key.fingerprint && origin.origin_workplace_id === workplaceId) return 'here'
  const [row] = await runSql(
    tx,
    sql`select 1 from package_key where workplace_id = ${workplaceId} and fingerprint = ${signerOf(origin)}`,
  )
  return row === undefined ? 'unknown' : 'trusted'
}

/** Returns the last import that is done: the one that can be rolled back. */
export async function findLastDone(tx: Tx, workplaceId: string): Promise<string | null> {
  const [row] = await runSql<{ id: string }>(
    tx,
    sql`select id from package_import where workplace_id = ${workplaceId} and state = 'done' order by ended_at desc, id desc limit 1`,
  )
  return row?.id ?? null
}

function noSuchImport(): Refusal {
  return refuse('thing.not-found', 'Expected an import of this workplace, but there is none with this id.')
}
