import pg from 'pg'
import { hasLostDatabase } from '../../platform/db/has-lost-database.ts'
import { isUnstorable } from '../../platform/db/is-unstorable.ts'
import { reasonOf } from '../../platform/start-failure.ts'
import { type AdoptedRoot, adoptProcesses } from '../../runtime/adopt/adopt-root.ts'
import { unitOfWork } from '../../runtime/execute/unit-of-work.ts'
import type { Moving } from './moving.ts'

/** A call hierarchy in the form in which it is written. */
export interface PreparedRoot {
  readonly sourceId: string
  readonly root: AdoptedRoot
}

/** The tables of running roots and of those that have ended, by their kind in the ledger. */
const tables = { hierarchy: 'ACT_RU_EXECUTION', history: 'ACT_HI_PROCINST' } as const

/** Names roots in the ledger. */
export type RootKind = keyof typeof tables

/** Rows of one transaction, beyond which the next hierarchies are in another one. */
const maxRows = 5000

/** Writes call hierarchies, many in one transaction. */
export interface RootWriter {
  /** Keeps a hierarchy for the next transaction. In a dry run it does nothing. */
  add(prepared: PreparedRoot): Promise<void>
  /**
   * Writes what is kept, each hierarchy as a whole or not at all.
   *
   * @returns the ids in the source of all added hierarchies that PostgreSQL refused. The report has the reason of each.
   */
  flush(): Promise<ReadonlySet<string>>
}

/** Creates the writer of some hierarchies of one kind. */
export function createRootWriter(moving: Moving, kind: RootKind): RootWriter {
  let kept: PreparedRoot[] = []
  let rows = 0
  const refused = new Set<string>()
  const flush = async () => {
    const some = kept
    kept = []
    rows = 0
    if (some.length > 0) for (const id of await writeTogether(moving, kind, some)) refused.add(id)
    return refused
  }
  return {
    add: async (prepared) => {
      if (moving.isDryRun) return
      kept.push(prepared)
      rows += sizeOf(prepared)
      if (rows >= maxRows) await flush()
    },
    flush,
  }
}

function sizeOf({ root: { rows, history } }: PreparedRoot): number {
  const { instances, elements, variables, tasks } = rows
  const ended = history.elements.length + history.tasks.length + history.variables.length
  return instances.length + elements.length + variables.length + tasks.length + ended + history.facts.length
}

/**
 * Writes hierarchies in one transaction. If it fails, each is written in one of its own, so that those that PostgreSQL
 * refuses keep no other from moving.
 *
 * @returns the ids in the source of the refused ones.
 */
async function writeTogether(moving: Moving, kind: RootKind, some: readonly PreparedRoot[]): Promise<string[]> {
  try {
    await write(moving, kind, some)
    return []
  } catch (error) {
    // What a lost commit has written would be refused here. The next worker finds it in the ledger.
    if (hasLostDatabase(error) || (some.length === 1 && !isRefusedRow(error))) throw error
    if (some.length === 1) return some.map(({ sourceId }) => leaveRefused(moving, kind, { sourceId, error }))
    const refused: string[] = []
    for (const one of some) refused.push(...(await writeTogether(moving, kind, [one])))
    return refused
  }
}

/** Returns whether a value breaks a type, a constraint or a limit, and not whether another run moved the same hierarchy. */
function isRefusedRow(error: unknown): boolean {
  if (isUnstorable(error)) return true
  if (!(error instanceof pg.DatabaseError) || error.table === 'moved_item') return false
  // Data exceptions and broken constraints.
  return ['22', '23'].includes(error.code?.slice(0, 2) ?? '')
}

function leaveRefused(
  { report }: Moving,
  kind: RootKind,
  { sourceId, error }: { readonly sourceId: string; readonly error: unknown },
): string {
  report.leave({
    code: 'row-refused',
    table: tables[kind],
    id: sourceId,
    message: `PostgreSQL refused a row of the instance: ${reasonOf(error)}.`,
  })
  return sourceId
}

async function write({ runtime, actor, ledger }: Moving, kind: RootKind, some: readonly PreparedRoot[]): Promise<void> {
  await unitOfWork(runtime, actor, async (unit) => {
    unit.write(
      ledger.markAll(
        kind,
        some.map(({ sourceId }) => sourceId),
      ),
      ...adoptProcesses(
        actor,
        some.map(({ root }) => root),
      ),
    )
    if (some.some(({ root }) => root.rows.jobs.length > 0)) unit.announceJobs()
  })
}
