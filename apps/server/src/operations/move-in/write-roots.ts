import pg from 'pg'
import type { ResultRows, Statement } from '../../platform/db/batch.ts'
import { hasLostDatabase } from '../../platform/db/has-lost-database.ts'
import { isUnstorable } from '../../platform/db/is-unstorable.ts'
import { reasonOf } from '../../platform/start-failure.ts'
import { type AdoptedRoot, adoptProcesses } from '../../runtime/adopt/adopt-root.ts'
import { unitOfWork } from '../../runtime/execute/unit-of-work.ts'
import type { Moving } from './moving.ts'

/** A call hierarchy of the source, converted into the rows that are written. */
export interface PreparedRoot {
  readonly sourceId: string
  readonly root: AdoptedRoot
}

/** The tables of running roots and of those that have ended, by their kind in the ledger. */
const tables = { hierarchy: 'ACT_RU_EXECUTION', history: 'ACT_HI_PROCINST' } as const

/** Names roots in the ledger. */
export type RootKind = keyof typeof tables

interface Writing {
  readonly moving: Moving
  readonly kind: RootKind
  readonly counting: Counting
}

/** Rows of one transaction, beyond which the next hierarchies are in another one. */
const maxRows = 5000

/** Writes call hierarchies, many in one transaction. */
export interface RootWriter {
  /** Keeps a hierarchy for the next transaction. In a dry run it does nothing. */
  add(prepared: PreparedRoot): Promise<void>
  /** Writes the collected hierarchies, each completely or not at all. Returns the results of all added hierarchies. */
  flush(): Promise<WrittenRoots>
}

/** The results of writing hierarchies. */
interface WrittenRoots {
  /** Ids in the source of the rows that PostgreSQL refused. The report has the reason of each. */
  readonly refused: ReadonlySet<string>
  /** The results of the counting statements of each transaction. */
  readonly results: readonly (readonly ResultRows[])[]
}

/**
 * Returns statements that count the rows that a transaction wrote for roots, by the ids of the roots in this database.
 */
export type Counting = (rootIds: readonly string[]) => readonly Statement[]

/** Creates the writer of some hierarchies of one kind. */
export function createRootWriter(moving: Moving, kind: RootKind, counting: Counting = () => []): RootWriter {
  let kept: PreparedRoot[] = []
  let rows = 0
  const refused = new Set<string>()
  const results: (readonly ResultRows[])[] = []
  const flush = async () => {
    const some = kept
    kept = []
    rows = 0
    if (some.length === 0) return { refused, results }
    const written = await writeTogether({ moving, kind, counting }, some)
    for (const id of written.refused) refused.add(id)
    results.push(...written.results)
    return { refused, results }
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
 */
async function writeTogether(writing: Writing, some: readonly PreparedRoot[]): Promise<WrittenRoots> {
  try {
    return { refused: new Set(), results: [await write(writing, some)] }
  } catch (error) {
    // What a lost commit has written would be refused here. The next worker finds it in the ledger.
    if (hasLostDatabase(error) || (some.length === 1 && !isRefusedRow(error))) throw error
    if (some.length === 1)
      return { refused: new Set(some.map(({ sourceId }) => leaveRefused(writing, { sourceId, error }))), results: [] }
    const all: WrittenRoots[] = []
    for (const one of some) all.push(await writeTogether(writing, [one]))
    return {
      refused: new Set(all.flatMap(({ refused }) => [...refused])),
      results: all.flatMap(({ results }) => results),
    }
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
  { moving: { report }, kind }: Writing,
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

/** @returns the results of the statements that count. */
async function write({ moving, kind, counting }: Writing, some: readonly PreparedRoot[]): Promise<ResultRows[]> {
  const { runtime, actor, ledger } = moving
  let reads: readonly (() => ResultRows)[] = []
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
    reads = counting(some.map(({ root }) => root.rows.rootId)).map((statement) => unit.readAtEnd(statement))
    if (some.some(({ root }) => root.rows.jobs.length > 0)) unit.announceJobs()
  })
  return reads.map((read) => read())
}
