import { type PackageImport, type PackageImportDetails, type PackageSetUp, packageLimits } from '@millrace/contract'
import { sql } from 'kysely'
import type { OperationContext } from '../../operations/operation-context.ts'
import { examine } from '../../operations/packages/examine.ts'
import {
  findImport,
  findLastDone,
  findTrust,
  type ImportRow,
  listImports,
  listInbox,
} from '../../operations/packages/find-import.ts'
import { type PlannedItem, shownStamp } from '../../operations/packages/plan.ts'
import { listSetUp, readEnvironment } from '../../operations/packages/set-up.ts'
import type { InstallationKey } from '../../platform/auth/installation-key.ts'
import type { Request } from '../../platform/auth/request.ts'
import type { Database, Tx } from '../../platform/db/database.ts'
import { Refusal } from '../../platform/errors/refusal.ts'
import { runSql } from '../../platform/list/sql.ts'
import { type People, readPeople } from '../../runtime/rights/people.ts'

/** Lists the last imports, the newest first, without packages that wait for approval. */
export function listLastImports(db: Database, request: Request): Promise<PackageImport[]> {
  return db.read(request, async (tx) =>
    presentAll(tx, request, await listImports(tx, request.workplaceId, packageLimits.imports)),
  )
}

/** Lists the packages of sources that wait for approval, the newest first. */
export function listWaiting(db: Database, request: Request): Promise<PackageImport[]> {
  return db.read(request, async (tx) => presentAll(tx, request, await listInbox(tx, request.workplaceId)))
}

async function presentAll(tx: Tx, { workplaceId }: Request, rows: readonly ImportRow[]): Promise<PackageImport[]> {
  const people = await readPeople(
    tx,
    workplaceId,
    rows.flatMap(({ created_by, ended_by }) => [created_by, ended_by]),
  )
  return rows.map((row) => present(row, people))
}

/** Returns an import. Before it is started, the result contains its planned changes. */
export async function getImport(
  context: OperationContext & { readonly key: InstallationKey },
  request: Request,
  id: string,
): Promise<PackageImportDetails | Refusal> {
  const { db, key } = context
  const { workplaceId } = request
  const loaded = await db.read(request, async (tx) => {
    const row = await findImport(tx, workplaceId, id)
    if (row instanceof Refusal) return row
    const people = await readPeople(tx, workplaceId, [row.created_by, row.ended_by])
    const trust = await findTrust(tx, workplaceId, row, key)
    return { row, people, trust, isLast: (await findLastDone(tx, workplaceId)) === row.id }
  })
  if (loaded instanceof Refusal) return loaded
  const { row, people, trust, isLast } = loaded
  const nothing = { items: [], users: [], groups: [], connections: [], groupChoices: [] }
  const base = {
    ...present(row, people),
    ...nothing,
    signature: { fingerprint: row.fingerprint, trust, isOfInstallation: row.fingerprint === key.fingerprint },
    setUp: row.set_up === null ? [] : (JSON.parse(row.set_up) as PackageSetUp[]),
    canRollBack: isLast,
  }
  if (row.state !== 'read') return base
  const examined = await examine(context, request, id)
  if (examined instanceof Refusal) return examined
  const { planned, missing } = examined
  const environment = await db.read(request, (tx) => readEnvironment(tx, request.workplaceId))
  return {
    ...base,
    items: planned.map(presentPlanned),
    users: missing.users.map(copyMissing),
    groups: missing.groups.map(copyMissing),
    ...(await db.read(request, (tx) => findChoices(tx, request, planned, missing.groups.length > 0))),
    setUp: listSetUp(planned, missing, environment).map((one) => ({ ...one, id: null })),
  }
}

const copyMissing = ({ name, usedBy }: { readonly name: string; readonly usedBy: readonly string[] }) => ({
  name,
  usedBy: [...usedBy],
})

function presentPlanned({ item, existing, differences, ...rest }: PlannedItem) {
  const { kind, key, name } = item
  const { result, message, differenceCount, canRename, canReplace } = rest
  const stamp = existing === null ? null : shownStamp(existing)
  const shown = { result, message, differences: [...differences], differenceCount, canRename, canReplace }
  return { kind, key, name, stamp, ...shown }
}

/** Finds the connections and groups to which those of the package can be mapped. */
async function findChoices(
  tx: Tx,
  { workplaceId }: Request,
  planned: readonly PlannedItem[],
  needsGroups: boolean,
): Promise<Pick<PackageImportDetails, 'connections' | 'groupChoices'>> {
  const fresh = planned.filter(({ item, result }) => item.kind === 'connection' && result === 'new')
  const here =
    fresh.length === 0
      ? []
      : await runSql<{ system: string; name: string; kind: string }>(
          tx,
          sql`select s.name as system, c.name, c.kind from external_connection c
            join external_system s on s.workplace_id = c.workplace_id and s.id = c.system_id
            where c.workplace_id = ${workplaceId} and c.disabled_at is null and c.stands_for is null order by lower(c.name)`,
        )
  const connections = fresh.flatMap(({ item }) => {
    const content = item.content as { readonly system: string; readonly settings: { readonly kind: string } }
    const fit = here.filter(
      ({ system, kind }) => system.toLowerCase() === content.system.toLowerCase() && kind === content.settings.kind,
    )
    const choices = fit.map(({ name }) => ({ value: name, label: name }))
    return fit.length === 0 ? [] : [{ name: item.key, usedBy: [], choices }]
  })
  const groups = needsGroups
    ? await runSql<{ value: string; label: string }>(
        tx,
        sql`select key as value, name as label from user_group where workplace_id = ${workplaceId} and not is_disabled order by name_key, id limit 1000`,
      )
    : []
  return { connections, groupChoices: groups }
}

function present(row: ImportRow, people: People): PackageImport {
  return {
    id: row.id,
    fileName: row.file_name,
    fileSize: row.file_size,
    state: row.state,
    origin: {
      workplace: row.origin_workplace,
      createdAt: row.origin_created_at.toISOString(),
      createdBy: row.origin_created_by,
    },
    createdAt: row.created_at.toISOString(),
    createdBy: people.find(row.created_by),
    endedAt: row.ended_at?.toISOString() ?? null,
    total: row.total,
    done: row.done,
    message: row.message,
    source: row.source_id === null ? null : { id: row.source_id, name: row.source_name ?? '' },
    reason: row.reason,
    endedBy: people.find(row.ended_by),
    counts: { created: row.created, updated: row.updated, same: row.same, skipped: row.skipped },
  }
}
