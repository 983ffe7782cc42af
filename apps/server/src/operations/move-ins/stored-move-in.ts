import type { MoveInState } from '@millrace/contract'
import { sql } from 'kysely'
import { createSeal } from '../../platform/auth/seal.ts'
import type { Tx } from '../../platform/db/database.ts'
import { isUuid } from '../../platform/db/uuid.ts'
import { runSql } from '../../platform/list/sql.ts'
import type { ReadPlace } from '../../platform/outgoing/databases/reader.ts'
import type { Position } from '../move-in/moving.ts'
import type { StoredReport } from '../move-in/report.ts'

/** A row of `move_in`. */
export interface StoredMoveIn {
  readonly workplace_id: string
  readonly id: string
  readonly vendor: ReadPlace['vendor']
  readonly host: string
  readonly port: number
  readonly database_name: string
  readonly schema_name: string
  readonly username: string
  /** The password, encrypted. */
  readonly sealed: Buffer
  readonly encryption: ReadPlace['tls']
  readonly time_zone: string
  readonly since: Date | null
  readonly definitions: string[] | null
  readonly state: MoveInState
  readonly is_dry_run: boolean
  readonly started_at: Date | null
  readonly product: string | null
  readonly position: Position | null
  readonly report: StoredReport | null
  readonly message: string
  readonly created_at: Date
  readonly ended_at: Date | null
}

interface FindOptions {
  /** Other transactions that lock the move wait until this one ends. */
  readonly lock?: boolean
}

/** Finds a move of the workplace; without an id the last one. */
export async function findMoveIn(
  tx: Tx,
  workplaceId: string,
  id: string | null,
  { lock = false }: FindOptions = {},
): Promise<StoredMoveIn | null> {
  if (id !== null && !isUuid(id)) return null
  const [row] = await runSql<StoredMoveIn>(
    tx,
    sql`select * from move_in where workplace_id = ${workplaceId} and ${id === null ? sql`true` : sql`id = ${id}`}
      order by created_at desc limit 1 ${lock ? sql`for update` : sql``}`,
  )
  return row ?? null
}

const purpose = 'move-in'

/** Encrypts the password of a source for the database. @param secret of the installation. */
export function sealPassword(secret: string, password: string): Buffer {
  return createSeal(secret, purpose).close(password)
}

/** Returns the address of a source with its password; null: it was encrypted with another secret. */
export function placeOf(row: StoredMoveIn, secret: string): ReadPlace | null {
  const password = createSeal(secret, purpose).open(row.sealed)
  if (password === null) return null
  const { vendor, host, port, database_name: database, username, encryption: tls } = row
  return { vendor, host, port, database, username, password, tls }
}
