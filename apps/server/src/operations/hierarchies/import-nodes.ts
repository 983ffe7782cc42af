import { type HierarchyImport, hierarchyLimits, patterns } from '@millrace/contract'
import { sql } from 'kysely'
import type { Request } from '../../platform/auth/request.ts'
import type { Tx } from '../../platform/db/database.ts'
import { Refusal, refuse } from '../../platform/errors/refusal.ts'
import type { UploadedFile } from '../../platform/http/read-upload.ts'
import { runSql } from '../../platform/list/sql.ts'
import type { SheetRow } from '../../platform/spreadsheets/spreadsheet.ts'
import { getBytes } from '../../platform/uploads/content.ts'
import { actorOf } from '../../runtime/actor.ts'
import type { ReadSheetFile } from '../../runtime/sheets/read-sheet-file.ts'
import { inThread, orRefusal } from '../../runtime/threads/in-thread.ts'
import { readTime } from '../../runtime/threads/time-budget.ts'
import { refuseUnclean } from '../files/refuse-unclean.ts'
import type { FileContext } from '../operation-context.ts'
import type { HierarchyRow } from './hierarchy.ts'
import { invalidNode, lockHierarchy, placeGap } from './nodes.ts'
import { type ImportPlan, type KnownNode, type ManagerRow, type PlannedNode, planImport } from './plan-import.ts'
import { refuseHierarchyKeeper } from './policy.ts'

export interface NodesImport {
  /** The id of the hierarchy. */
  readonly id: string
  readonly file: UploadedFile
  /** Returns the changes without writing them. */
  readonly isDryRun: boolean
}

/**
 * Imports positions from a file with a column of managers: all rows, or none when one of them is refused. Importing the
 * same file again changes nothing.
 */
export async function importNodes(
  context: FileContext,
  request: Request,
  { id, file, isDryRun }: NodesImport,
): Promise<HierarchyImport | Refusal> {
  const refusal = refuseHierarchyKeeper(request.user) ?? (await refuseUnclean(context, request, file))
  if (refusal !== null) return refusal
  const { db, clock, runtime } = context
  const input = { bytes: getBytes(file.content), maxRows: hierarchyLimits.nodes }
  const read: ReadSheetFile = orRefusal(
    await inThread(runtime, { kind: 'readSheetFile', input, owner: request.workplaceId, time: readTime(runtime) }),
  )
  if (!read.ok) return refuse('file.refused', read.message)
  const rows = readManagerRows(read)
  if (rows instanceof Refusal) return rows
  return db.withTransaction(actorOf(request), async (tx) => {
    const hierarchy = await lockHierarchy(tx, request.user, id)
    if (hierarchy instanceof Refusal) return hierarchy
    const plan = await planFor(tx, hierarchy, rows, runtime.newId)
    const refused = plan.rows.filter(({ result }) => result === 'refused')
    const report = { ...present(plan), notes: [...read.notes] }
    if (isDryRun || refused.length > 0) return { ...report, isImported: false }
    const tooMany = await refuseTooMany(tx, hierarchy, plan.nodes)
    if (tooMany !== null) return tooMany
    await writeNodes(tx, hierarchy, plan.nodes, { at: clock().toISOString(), by: request.user.username })
    return { ...report, isImported: true }
  })
}

const headings = {
  key: ['key', 'username', 'user name', 'user', 'employee', 'person'],
  manager: ['manager', 'reports to', 'superior', 'supervisor', 'line manager'],
  position: ['position', 'title', 'job title'],
} as const

function readManagerRows({ heads, parts }: ReadSheetFile & { ok: true }): ManagerRow[] | Refusal {
  const names = heads.map((head) => head.toLowerCase())
  const find = (column: keyof typeof headings) => names.findIndex((name) => headings[column].includes(name as never))
  const [key, manager, position] = [find('key'), find('manager'), find('position')]
  if (key < 0 || manager < 0)
    return refuse(
      'file.refused',
      `Expected the columns “key” and “manager” in the first line, but it has ${heads
        .map((head) => `“${head.slice(0, 50)}”`)
        .join(', ')
        .slice(0, 300)}. Nothing was imported.`,
    )
  return parts
    .flatMap((part) => JSON.parse(part) as SheetRow[])
    .map(({ line, cells }) => ({
      line,
      key: cells[key] ?? '',
      manager: cells[manager] ?? '',
      position: position < 0 ? null : cleanName(cells[position] ?? ''),
    }))
}

/** A name as `patterns.description` wants one: what it refuses is left out. */
function cleanName(text: string): string {
  return patterns.description.regex.test(text) ? text : text.replace(/[<>"`{};\\\p{Cc}]/gu, ' ').trim()
}

async function planFor(
  tx: Tx,
  hierarchy: HierarchyRow,
  rows: readonly ManagerRow[],
  newId: () => string,
): Promise<ImportPlan> {
  const nodes = await listPositions(tx, hierarchy)
  const keys = [...new Set(rows.map(({ key }) => key))]
  const users = await runSql<{ username: string }>(
    tx,
    sql`select username from app_user where workplace_id = ${hierarchy.workplace_id} and username = any(${keys}::text[])`,
  )
  return planImport({ rows, nodes, users: new Set(users.map(({ username }) => username)), newId })
}

/** Lists all positions of a hierarchy with the user of each. */
export function listPositions(tx: Tx, { workplace_id, id }: HierarchyRow): Promise<KnownNode[]> {
  return runSql<KnownNode>(
    tx,
    sql`select n.id, n.parent_id as "parentId", n.name, u.username from hierarchy_node n
      left join app_user u on u.workplace_id = n.workplace_id and u.id = n.user_id
      where n.workplace_id = ${workplace_id} and n.hierarchy_id = ${id} order by n.id`,
  )
}

function present({ rows }: ImportPlan): Pick<HierarchyImport, 'counts' | 'rows'> {
  const counts = { new: 0, changed: 0, same: 0, refused: 0 }
  for (const { result } of rows) counts[result]++
  const order = ['refused', 'changed', 'new', 'same']
  const shown = [...rows].sort((a, b) => order.indexOf(a.result) - order.indexOf(b.result) || a.line - b.line)
  return {
    counts,
    rows: shown.slice(0, hierarchyLimits.reported).map((row) => ({ ...row, key: row.key.slice(0, 255) })),
  }
}

/** Refuses with `hierarchy.invalid` more positions than a hierarchy can have. */
export async function refuseTooMany(
  tx: Tx,
  { workplace_id, id }: HierarchyRow,
  nodes: readonly PlannedNode[],
): Promise<Refusal | null> {
  const [row] = await runSql<{ count: number }>(
    tx,
    sql`select count(*)::int as count from hierarchy_node where workplace_id = ${workplace_id} and hierarchy_id = ${id}`,
  )
  const count = (row?.count ?? 0) + nodes.filter(({ isNew }) => isNew).length
  return count <= hierarchyLimits.nodes
    ? null
    : invalidNode(`Expected at most ${hierarchyLimits.nodes} positions in one hierarchy, but there would be ${count}.`)
}

/** Rows of one statement. */
const portion = 2_000

/** Writes planned positions: new ones, and those that move or have another name. */
export async function writeNodes(
  tx: Tx,
  { workplace_id, id }: HierarchyRow,
  nodes: readonly PlannedNode[],
  { at, by }: { readonly at: string; readonly by: string },
): Promise<void> {
  for (let from = 0; from < nodes.length; from += portion) {
    const part = JSON.stringify(nodes.slice(from, from + portion))
    await runSql(
      tx,
      sql`insert into hierarchy_node as n (workplace_id, id, hierarchy_id, parent_id, place, name, user_id, updated_at, updated_by)
        select ${workplace_id}::uuid, g.id, ${id}::uuid, g."parentId", l.last + g.n * ${placeGap}, g.name, u.id, ${at}, ${by}
        from rows from (jsonb_to_recordset(${part}::jsonb) as (id uuid, "parentId" uuid, username text, name text)) with ordinality as g (id, "parentId", username, name, n)
        join app_user u on u.workplace_id = ${workplace_id} and u.username = g.username
        cross join (select coalesce(max(place), 0) as last from hierarchy_node where workplace_id = ${workplace_id} and hierarchy_id = ${id}) l
        on conflict (workplace_id, id) do update set parent_id = excluded.parent_id, name = excluded.name, revision = n.revision + 1,
          place = case when n.parent_id is distinct from excluded.parent_id then excluded.place else n.place end,
          updated_at = excluded.updated_at, updated_by = excluded.updated_by`,
    )
  }
}
