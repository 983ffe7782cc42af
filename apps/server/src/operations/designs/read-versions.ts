import { type FormHistory, limits } from '@millrace/contract'
import { sql } from 'kysely'
import type { Request } from '../../platform/auth/request.ts'
import type { Database } from '../../platform/db/database.ts'
import { isUuid } from '../../platform/db/uuid.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import { toQuery } from '../../platform/list/sql.ts'
import { findSettings } from '../../platform/settings/read-settings.ts'
import { readPeople } from '../../runtime/rights/people.ts'
import { noSuch } from '../records/find-record.ts'
import { findAutoSaved } from './auto-save.ts'
import type { DesignKind, DesignRef, DesignRow } from './design-kind.ts'
import { findCurrentVersion, findDesignVersion, noSuchVersion } from './design-versions.ts'
import { findHolder } from './edit-lock.ts'
import { type Present, presentRow } from './present-design.ts'

type ReadKind<Row extends DesignRow> = Pick<DesignKind<Row>, 'tables' | 'recordOf'>

/** Reads the data with which a designer opens: the design, its text, and the user's auto save. */
export async function openDesign<Row extends DesignRow, Item>(
  db: Database,
  request: Request,
  { tables, recordOf }: ReadKind<Row>,
  { ref, present }: { readonly ref: DesignRef; readonly present: Present<Row, Item> },
) {
  const record = recordOf(ref)
  const { id } = ref
  if (!isUuid(id)) return noSuch(record)
  const { workplaceId, id: userId } = request.user
  return db.read(request, async (tx) => {
    const [settings, row, holder, text, autoSaved] = await Promise.all([
      findSettings(tx),
      record.find(tx, workplaceId, ref),
      findHolder(tx, { workplaceId, designId: id }),
      findCurrentVersion(tx, workplaceId, { tables, id }),
      findAutoSaved(tx, { workplaceId, designId: id, userId }),
    ])
    if (row === null) return noSuch(record)
    const { 'help.url': help, 'session.idleSeconds': timeout } = settings
    const item = await presentRow(tx, row, { holder, present })
    return { item, text, autoSaved, common: { baseHelpUrl: help === '' ? '/help' : help, timeout } }
  })
}

interface VersionRow {
  readonly version: number
  readonly note: string | null
  readonly restored_from: number | null
  readonly saved_at: Date
  readonly saved_by: string | null
}

/** Lists the last versions of a design, the newest first. */
export async function listVersions<Row extends DesignRow>(
  db: Database,
  request: Request,
  { tables: { versions }, recordOf }: ReadKind<Row>,
  ref: DesignRef,
): Promise<FormHistory | Refusal> {
  const record = recordOf(ref)
  const { id } = ref
  if (!isUuid(id)) return noSuch(record)
  const { workplaceId } = request
  const query = sql`select version, note, restored_from, saved_at, saved_by from ${sql.table(versions.table)}
    where workplace_id = ${workplaceId} and ${sql.ref(versions.id)} = ${id} order by version desc limit ${limits.formVersions}`
  return db.read(request, async (tx) => {
    const [row, rows] = await Promise.all([record.find(tx, workplaceId, ref), tx.query(toQuery<VersionRow>(query))])
    if (row === null) return noSuch(record)
    const people = await readPeople(
      tx,
      workplaceId,
      rows.map(({ saved_by }) => saved_by),
    )
    return rows.map(({ version, note, restored_from, saved_at, saved_by }) => [
      { version, savedBy: people.find(saved_by), note, restoredFrom: restored_from },
      saved_at.toISOString(),
    ])
  })
}

/** Reads the text of one version; without a number, of the last one. Refuses with `thing.not-found`. */
export async function readVersion<Row extends DesignRow>(
  db: Database,
  request: Request,
  { tables, recordOf }: ReadKind<Row>,
  { ref, version }: { readonly ref: DesignRef; readonly version?: number },
): Promise<{ readonly row: Row; readonly text: string } | Refusal> {
  const record = recordOf(ref)
  return db.read(request, async (tx) => {
    const row = await record.find(tx, request.workplaceId, ref)
    if (row === null) return noSuch(record)
    const meant = version ?? row.version
    const text = await findDesignVersion(tx, request.workplaceId, { tables, id: row.id, version: meant })
    return text === null ? noSuchVersion(row, meant) : { row, text }
  })
}
