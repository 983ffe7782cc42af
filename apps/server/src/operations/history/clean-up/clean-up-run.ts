import type { Statement } from '../../../platform/db/batch.ts'
import type { Tx } from '../../../platform/db/database.ts'

/** The kinds of history that a run of the clean-up removes, in this order. */
export const cleanUpStages = ['set', 'definitions', 'tasks', 'decisions', 'batches', 'operations'] as const

export type CleanUpStage = (typeof cleanUpStages)[number]

/**
 * The progress of a run of the clean-up. It is written with each portion, so that another server can continue from
 * there.
 */
export interface Position {
  readonly stage: CleanUpStage
  /** The definition that it is at. */
  readonly definitionId: string | null
  /** The last object that was checked: its time and id. */
  readonly after: readonly [at: string, id: string] | null
}

export type Removed = Partial<Readonly<Record<'instances' | 'tasks' | 'decisions' | 'batches' | 'operations', number>>>

export interface CleanUpRun {
  readonly id: string
  readonly kind: 'window' | 'asked'
  readonly position: Position
}

export const beginning: Position = { stage: 'set', definitionId: null, after: null }

/** Finds the current run of the clean-up of a workplace; null when none is running. */
export async function findRun(tx: Tx, workplaceId: string): Promise<CleanUpRun | null> {
  const [rows] = await tx.batch([
    {
      name: 'history_cleanup_open',
      text: 'select id, kind, position from history_cleanup where workplace_id = $1 and ended_at is null',
      values: [workplaceId],
    },
  ])
  const [id, kind, position] = rows?.[0] ?? []
  if (id == null) return null
  return {
    id,
    kind: kind === 'asked' ? 'asked' : 'window',
    position: position == null ? beginning : (JSON.parse(position) as Position),
  }
}

/**
 * Returns the statement that starts a run of the clean-up, unless another run is in progress or the window has had its
 * run.
 */
export function beginStatement(
  workplaceId: string,
  {
    id,
    at,
    kind,
    askedBy,
    since,
  }: { id: string; at: string; kind: 'window' | 'asked'; askedBy: string | null; since: string | null },
): Statement {
  return {
    name: 'history_cleanup_begin',
    text: `insert into history_cleanup (workplace_id, id, kind, started_at, asked_by)
      select $1, $2, $3, $4, $5 where $6::timestamptz is null
        or not exists (select from history_cleanup where workplace_id = $1 and kind = 'window' and started_at >= $6::timestamptz)
      on conflict (workplace_id) where ended_at is null do nothing returning id`,
    values: [workplaceId, id, kind, at, askedBy, since],
  }
}

/** Returns the statement that counts the rows which a transaction deletes, in the same transaction. */
export function countStatement(workplaceId: string, id: string, removed: Removed, position: Position): Statement {
  const { instances = 0, tasks = 0, decisions = 0, batches = 0, operations = 0 } = removed
  return {
    name: 'history_cleanup_count',
    text: `update history_cleanup set instances = instances + $3, tasks = tasks + $4, decisions = decisions + $5, batches = batches + $6, operations = operations + $7, position = $8
      where workplace_id = $1 and id = $2`,
    values: [workplaceId, id, instances, tasks, decisions, batches, operations, JSON.stringify(position)],
  }
}

export function endRunStatements(
  workplaceId: string,
  { id, at, isComplete, keep }: { id: string; at: string; isComplete: boolean; keep: number },
): Statement[] {
  return [
    {
      name: 'history_cleanup_end',
      text: 'update history_cleanup set ended_at = $3, is_complete = $4, position = null where workplace_id = $1 and id = $2',
      values: [workplaceId, id, at, isComplete],
    },
    {
      name: 'history_cleanup_trim',
      text: `delete from history_cleanup where workplace_id = $1 and ended_at is not null
        and id in (select id from history_cleanup where workplace_id = $1 order by started_at desc, id offset $2)`,
      values: [workplaceId, keep],
    },
  ]
}

/**
 * Returns the statement that counts deleted instances of definitions without history. They are deleted all day long and
 * counted in one row for each day.
 */
export function countLevelStatement(workplaceId: string, at: string, instances: number): Statement {
  return {
    name: 'history_cleanup_count_level',
    text: `insert into history_cleanup (workplace_id, id, kind, started_at, ended_at, is_complete, instances)
      values ($1::uuid, md5($1::uuid::text || 'level' || to_char($2::timestamptz at time zone 'UTC', 'YYYY-MM-DD'))::uuid, 'level', $2::timestamptz, $2::timestamptz, true, $3)
      on conflict (workplace_id, id) do update set ended_at = excluded.ended_at, instances = history_cleanup.instances + excluded.instances`,
    values: [workplaceId, at, instances],
  }
}
