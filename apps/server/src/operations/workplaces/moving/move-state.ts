import type { JobKind } from '@millrace/engine'
import type { ResultRows, Statement } from '../../../platform/db/batch.ts'
import { movesTopic } from '../../../platform/db/cells/workplace-moving.ts'
import type { Database, Tx } from '../../../platform/db/database.ts'

/** The progress of a move, creation or import of a workplace, as stored in the first database. */
export interface Move {
  /** The name of the source database; null: the first one, or none for creations and imports. */
  readonly source: string | null
  readonly target: string | null
  /**
   * `copying`: the source counts, and nothing changes there. `switched`: the target counts, the source is to be cleared.
   * `undone`: the source counts and is to be opened, the target is to be cleared. `creating`, `importing`: the target is
   * closed until all of the workplace is there.
   */
  readonly step: 'copying' | 'switched' | 'undone' | 'creating' | 'importing'
  /** The file of an import; null: unknown, or none. */
  readonly digest?: string | null
}

/** Finds the move of a workplace that has not ended. */
export async function findMove(first: Database, workplaceId: string): Promise<Move | null> {
  const [rows] = await first.readPlatform((tx) =>
    tx.batch([
      {
        name: 'move_find',
        text: 'select source, target, step, digest from workplace_move where moved_id = $1',
        values: [workplaceId],
      },
    ]),
  )
  return readMove(rows)
}

/** Locks the move of a workplace for this transaction. Null: it has ended, or belongs to another command. */
export async function findHeldMove(tx: Tx, workplaceId: string, holder: string): Promise<Move | null> {
  const [rows] = await tx.batch([
    {
      name: 'move_find_held',
      text: 'select source, target, step, digest from workplace_move where moved_id = $1 and holder = $2 for update',
      values: [workplaceId, holder],
    },
  ])
  return readMove(rows)
}

/** Gives an interrupted move to another command. Null: there is none. */
export async function takeMove(tx: Tx, workplaceId: string, holder: string): Promise<Move | null> {
  const [rows] = await tx.batch([
    {
      name: 'move_take',
      text: 'update workplace_move set holder = $2 where moved_id = $1 returning source, target, step, digest',
      values: [workplaceId, holder],
    },
  ])
  return readMove(rows)
}

function readMove(rows: readonly (readonly (string | null)[])[] | undefined): Move | null {
  const [row] = rows ?? []
  if (row === undefined) return null
  const [source = null, target = null, step, digest = null] = row
  return { source, target, step: step as Move['step'], digest }
}

/** Starts a move of a command: from now on servers answer that the workplace is being moved. */
export function startMove(
  tx: Tx,
  { workplaceId, holder }: { readonly workplaceId: string; readonly holder: string },
  { source, target, step, digest = null }: Move,
): Promise<unknown> {
  return tx.batch([
    {
      name: 'move_start',
      text: 'insert into workplace_move (moved_id, source, target, step, holder, digest) values ($1, $2, $3, $4, $5, $6) on conflict (moved_id) do update set source = excluded.source, target = excluded.target, step = excluded.step, holder = excluded.holder, digest = excluded.digest, started_at = now()',
      values: [workplaceId, source, target, step, holder, digest],
    },
    close(workplaceId),
    announce,
  ])
}

/**
 * Changes the step of a move from one step to another.
 *
 * @returns false when the move is at a different step. The caller may not know it, because the answer to an earlier
 *   commit can be lost.
 */
export async function changeStep(tx: Tx, workplaceId: string, from: Move['step'], to: Move['step']): Promise<boolean> {
  const [rows] = await tx.batch([
    {
      name: 'move_step',
      text: 'update workplace_move set step = $3 where moved_id = $1 and step = $2 returning step',
      values: [workplaceId, from, to],
    },
  ])
  return rows?.length === 1
}

/** Notes the file of an import, once nothing of another file can be opened any more. */
export function noteFile(workplaceId: string, digest: string): Statement {
  return {
    name: 'move_note_file',
    text: 'update workplace_move set digest = $2 where moved_id = $1',
    values: [workplaceId, digest],
  }
}

/** Notes in the directory where a workplace lives. */
export function setHome(workplaceId: string, target: string | null): Statement {
  return {
    name: 'move_home',
    text: 'update workplace set cell = $2 where workplace_id = $1',
    values: [workplaceId, target],
  }
}

/**
 * Closes a workplace in the database of the transaction: nothing changes there, and no job runs. Returns the closing, which
 * is another one each time, so that a command that has lost its right opens nothing that another one has closed again.
 */
export function close(workplaceId: string): Statement {
  return {
    name: 'move_close',
    text: 'update workplace set moving_at = clock_timestamp() where workplace_id = $1 returning moving_at::text',
    values: [workplaceId],
  }
}

/** Reads the rows of `close`. @throws when the workplace is not in the database. */
export function readClosing(rows: ResultRows | undefined): string {
  const closedAt = rows?.[0]?.[0]
  if (closedAt == null) throw new Error('Expected the workplace in its database, but it is not there.')
  return closedAt
}

/**
 * Closes a workplace again, so that it is closed by this command, unless it is open.
 *
 * @returns the closing.
 * @throws when it is open or not there, with nothing changed.
 */
export async function closeAgain(tx: Tx, workplaceId: string): Promise<string> {
  const [rows] = await tx.batch([
    {
      name: 'move_close_again',
      text: 'update workplace set moving_at = clock_timestamp() where workplace_id = $1 and moving_at is not null returning moving_at::text',
      values: [workplaceId],
    },
  ])
  const closedAt = rows?.[0]?.[0]
  if (closedAt == null) throw new Error('Expected the workplace to be closed, but another command has opened it.')
  return closedAt
}

/**
 * Closes a workplace, if it is as `findClosing` has found it.
 *
 * @returns false when another command has opened, closed or removed it meanwhile, or it was not there.
 */
export async function closeFrom(tx: Tx, workplaceId: string, before: string | null): Promise<boolean> {
  const [rows] = await tx.batch([
    {
      name: 'move_close_from',
      text: 'update workplace set moving_at = clock_timestamp() where workplace_id = $1 and moving_at is not distinct from $2::timestamptz returning 1',
      values: [workplaceId, before],
    },
  ])
  return rows?.length === 1
}

/** Finds the closing of a workplace in a database; null when it is open there, or not there. */
export async function findClosing(db: Database, workplaceId: string): Promise<string | null> {
  const text = 'select moving_at::text from workplace where workplace_id = $1'
  const [rows] = await db.readPlatform((tx) => tx.batch([{ name: 'move_closing', text, values: [workplaceId] }]))
  return rows?.[0]?.[0] ?? null
}

/** Opens a workplace in the first database, in a transaction of `HeldWorkplace.change`. */
export function open(workplaceId: string): Statement {
  return {
    name: 'move_open',
    text: 'update workplace set moving_at = null where workplace_id = $1 and moving_at is not null',
    values: [workplaceId],
  }
}

/**
 * Opens a workplace in another database than the first, if it is still closed by the same closing.
 *
 * @throws when another command has opened or closed it meanwhile, with nothing changed.
 */
export async function openClosed(tx: Tx, workplaceId: string, closedAt: string): Promise<void> {
  const [rows] = await tx.batch([
    {
      name: 'move_open_closed',
      text: 'update workplace set moving_at = null where workplace_id = $1 and moving_at = $2::timestamptz returning 1',
      values: [workplaceId, closedAt],
    },
  ])
  if (rows?.length !== 1)
    throw new Error('Expected the workplace to be closed by this command, but another one has opened or closed it.')
}

/**
 * Ends the leases of asynchronous steps: no worker can complete them in the database that the workplace has left. Work
 * outside of the database may be in progress, so its leases stay. Does nothing once the workplace is open there.
 */
export function releaseSteps(workplaceId: string): Statement {
  return {
    name: 'move_release_steps',
    text: `update job set locked_until = null, locked_by = null where workplace_id = $1 and kind = any($2) and locked_by is not null
      and exists (select from workplace w where w.workplace_id = $1 and moving_at is not null)`,
    values: [workplaceId, steps],
  }
}

const steps: readonly JobKind[] = ['before', 'after', 'runs', 'timer', 'timeout']

/** Forgets a move that has ended. */
export function endMove(workplaceId: string): Statement {
  return { name: 'move_end', text: 'delete from workplace_move where moved_id = $1', values: [workplaceId] }
}

/** At the commit, all servers look up again where workplaces live. */
export const announce: Statement = {
  name: 'move_announce',
  text: `select pg_notify('millrace', $1)`,
  values: [movesTopic],
}
