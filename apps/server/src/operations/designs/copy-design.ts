import type { Request } from '../../platform/auth/request.ts'
import type { Person } from '../../platform/auth/user.ts'
import { findFailed, type Statement } from '../../platform/db/batch.ts'
import type { Tx } from '../../platform/db/database.ts'
import { Refusal, refuse } from '../../platform/errors/refusal.ts'
import { actorOf } from '../../runtime/actor.ts'
import { applicationRecord, findApplications } from '../applications/application.ts'
import type { OperationContext } from '../operation-context.ts'
import { refuseChange } from '../records/load-record.ts'
import { withFreeNames } from '../records/with-free-names.ts'
import type { DesignKind, DesignRow, DesignText } from './design-kind.ts'
import { findDesignVersion } from './design-versions.ts'
import { copyVersionStatement, insertName, insertStatement, versionStatement } from './write-design.ts'

export interface DesignCopy {
  readonly sourceId: string
  /** The application of the copy; null for a template, whose copy is a template. */
  readonly applicationId: string | null
  readonly name: string
}

/** A copy of a design that is not stored yet. */
export interface CopiedDesign<Row> {
  readonly id: string
  readonly source: Row
  readonly applicationId: string | null
  readonly name: string
  /** Columns that differ from those of the source. */
  readonly columns: Partial<Row>
  /** Null: the text of the source as it is. */
  readonly design: DesignText | null
  /** Returns statements that copy further rows of the design. */
  readonly more?: (user: Person, at: Date) => readonly Statement[]
}

type CopiedKind<Row extends DesignRow> = Pick<DesignKind<Row>, 'tables' | 'many' | 'finder' | 'record' | 'recordOf'>

/**
 * Copies designs with the text of their last versions, all of them or none.
 * @param prepare returns the copies of the source designs, in the order of `copies`.
 * @returns the ids of the copies.
 */
export async function copyDesigns<Row extends DesignRow>(
  { db, clock }: OperationContext,
  request: Request,
  kind: CopiedKind<Row>,
  {
    copies,
    prepare,
  }: {
    readonly copies: readonly DesignCopy[]
    readonly prepare: (sources: readonly Row[]) => Promise<readonly CopiedDesign<Row>[]>
  },
): Promise<string[] | Refusal> {
  const { user } = request
  const record = kind.recordOf({ applicationId: copies[0]?.applicationId ?? null })
  for (const { sourceId: id, applicationId } of copies) {
    const refusal = record.refuse(user, { id, applicationId })
    if (refusal !== null) return refusal
  }
  const sources = await db.read(request, (tx) => readSources(tx, user, kind, copies))
  if (sources instanceof Refusal) return sources
  const made = await prepare(sources)
  const where = (field: string, error: unknown) =>
    copies.length === 1 ? field : `${kind.many}.${findFailed(error, insertName(kind.tables))}.${field}`
  return withFreeNames(
    record,
    () =>
      db.withTransaction(actorOf(request), async (tx) => {
        const refused = await refuseTargets(tx, user, kind, copies)
        if (refused !== null) return refused
        await tx.batch(copiedStatements(user, kind, made, clock()))
        return made.map(({ id }) => id)
      }),
    { where },
  )
}

/**
 * Returns the statements that write copies, the rows of designs first and in order, because these reserve names and
 * keys.
 */
export function copiedStatements<Row extends DesignRow>(
  user: Person,
  { tables }: Pick<DesignKind<Row>, 'tables'>,
  copies: readonly CopiedDesign<Row>[],
  at: Date,
): Statement[] {
  const rows = copies.map(({ id, source, applicationId, name, columns }) => {
    const version = Math.min(source.version, 1)
    return insertStatement(user, tables, { id, applicationId, name, version, columns: { ...source, ...columns }, at })
  })
  const versions = copies.map(({ id, source, design }) => {
    const note = `Copy of ${source.name}`
    return design === null
      ? copyVersionStatement(user, tables, { id, source, note, savedAt: at })
      : versionStatement(user, tables, { id, version: 1, design, note, restoredFrom: null, savedAt: at })
  })
  return [...rows, ...versions, ...copies.flatMap(({ more }) => more?.(user, at) ?? [])]
}

/** A design with the text of its last version. */
export interface DesignSource<Row> {
  readonly row: Row
  readonly text: string
}

/** Reads the text of the last version of each design. */
export async function readTexts<Row extends DesignRow>(
  tx: Tx,
  { tables }: Pick<DesignKind<Row>, 'tables'>,
  rows: readonly Row[],
): Promise<DesignSource<Row>[]> {
  const sources: DesignSource<Row>[] = []
  for (const row of rows) {
    const { workplace_id, id, version } = row
    const text = await findDesignVersion(tx, workplace_id, { tables, id, version })
    if (text === null) throw new Error(`Expected a version of ${tables.table} ${id}, but there is none.`)
    sources.push({ row, text })
  }
  return sources
}

async function readSources<Row extends DesignRow>(
  tx: Tx,
  user: Person,
  kind: CopiedKind<Row>,
  copies: readonly DesignCopy[],
): Promise<Row[] | Refusal> {
  const ids = copies.map(({ sourceId }) => sourceId)
  const found = await kind.finder.findMany(tx, user.workplaceId, ids)
  const rows: Row[] = []
  for (const [index, { sourceId, applicationId }] of copies.entries()) {
    const row = found.get(sourceId)
    if (row === undefined || (row.application_id === null) !== (applicationId === null))
      return noSuch(kind, index, 'sourceId', `${kind.record.one} of this workplace to copy`)
    const refusal = refuseChange(user, kind.recordOf({ applicationId: row.application_id }), {
      ref: { id: row.id, applicationId: row.application_id },
      row,
    })
    if (refusal !== null) return refuseCopy(kind, index, 'sourceId', refusal)
    rows.push(row)
  }
  return rows
}

async function refuseTargets<Row extends DesignRow>(
  tx: Tx,
  user: Person,
  kind: CopiedKind<Row>,
  copies: readonly DesignCopy[],
): Promise<Refusal | null> {
  const ids = copies.flatMap(({ applicationId }) => applicationId ?? [])
  const applications = await findApplications(tx, user.workplaceId, ids)
  for (const [index, { applicationId }] of copies.entries()) {
    if (applicationId === null) continue
    const target = applications.get(applicationId)
    if (target === undefined) return noSuch(kind, index, 'applicationId', 'an application of this workplace')
    const closed = refuseChange(user, applicationRecord, { ref: target.id, row: target })
    if (closed !== null) return refuseCopy(kind, index, 'applicationId', closed)
  }
  return null
}

type Place = Pick<CopiedKind<DesignRow>, 'many'>
type Field = 'sourceId' | 'applicationId'

function noSuch(kind: Place, index: number, field: Field, what: string): Refusal {
  const message = `Expected ${what}, but there is none with this id.`
  return refuseCopy(kind, index, field, { code: 'thing.not-found', message })
}

function refuseCopy(
  { many }: Place,
  index: number,
  field: Field,
  { code, message }: Pick<Refusal, 'code' | 'message'>,
): Refusal {
  return refuse(code, message, [{ where: `${many}.${index}.${field}`, message }])
}
