import {
  type Command,
  type CommandResult,
  type Event,
  type Failure,
  forkState,
  type InstanceState,
  type Refusal,
} from '@millrace/engine'
import type { Actor } from '../../platform/db/actor.ts'
import { hasFailed, type ResultRows, type Statement } from '../../platform/db/batch.ts'
import type { Tx } from '../../platform/db/database.ts'
import { Refusal as RefusalToUser } from '../../platform/errors/refusal.ts'
import type { CommandSources } from '../definitions/sources.ts'
import { guardName, lockRootsStatements, lockStatement, type RootsQuery } from '../load/load-rows.ts'
import type { Target } from '../load/target.ts'
import type { Runtime } from '../runtime.ts'
import { runTime } from '../threads/time-budget.ts'
import { decideOnKnown, decideOnLoaded, decideStart, type FoundState } from './decide.ts'
import { deliverEffects } from './deliver-effects.ts'
import { createOpenUnit, type OpenUnit } from './open-unit.ts'
import type { KnownState, Visit } from './state-cache.ts'

/** The result of a command. Refused and failed commands have changed nothing. */
export type CommandAnswer =
  | { readonly ok: true; readonly result: CommandResult; readonly events: readonly Event[] }
  | { readonly ok: false; readonly reason: 'gone' }
  | { readonly ok: false; readonly reason: 'refused'; readonly refusal: Refusal }
  | { readonly ok: false; readonly reason: 'failed'; readonly failure: Failure; readonly rootId: string }

export type InstanceStart = Extract<Command, { type: 'startInstance' }>

/** A command that creates a root: an instance, a standalone task, or the start event subscriptions of a definition. */
export type StartCommand = InstanceStart | Extract<Command, { type: 'createTask' | 'openStarts' }>

/** A command, or a function that returns it from the rows under the lock. */
export type CommandChoice = Command | ((state: InstanceState) => Command)

/** A check of the state under the lock before anything happens. It throws to refuse. */
export type Check = (state: InstanceState) => void

/** A transaction on live state. Its changes are committed together or not at all. */
export interface Unit {
  /** Reads in the transaction of the unit, including its changes. Only the unit commits and rolls back. */
  readonly tx: Tx
  /**
   * Returns the rows in memory of the root of an object, to decide on a command before anything else of the unit. The
   * decision is written only if the rows are still current; otherwise the unit runs again without them. Null when no
   * rows are in memory.
   */
  known(id: string): InstanceState | null
  /** Locks the root of the target, decides and saves. `gone`: the object of the command does not exist. */
  execute(target: Target, command: CommandChoice, check?: Check): Promise<CommandAnswer>
  /** Creates a root: nothing to lock or load. */
  start(command: StartCommand): Promise<CommandAnswer>
  /** Statements of the same commit on other tables, such as the row of a form. They travel with the next round trip. */
  write(...statements: readonly Statement[]): void
  /**
   * Statements on what belongs to a root without being decided by the engine, such as a role that somebody has at a
   * task: locks the root and counts its revision up, so that no step goes back behind it.
   *
   * @returns the rows of each.
   */
  change(target: Target, ...statements: readonly Statement[]): Promise<ResultRows[]>
  /** Waits for the locks of many roots at once, in the order that everybody keeps to, and counts their revisions up. */
  lock(roots: RootsQuery): Promise<void>
  /** Wakes the workers once it is committed, for jobs that were changed by statements. */
  announceJobs(): void
  /** Records the users whom statements have notified: their browsers learn of it after the commit. */
  notify(usernames: readonly string[]): void
  /** Reads in the last round trip. The function gives the rows once the unit is done. */
  readAtEnd(statement: Statement): () => ResultRows
  /** Nothing of the unit stays. */
  abandon<T>(value: T): T
}

/**
 * Runs work in a unit of work, through which every change of live state goes. Executes commands and starts, delivers
 * signals and messages, increases the revisions of changed roots, and announces due jobs after the commit.
 *
 * It takes two round trips for a command, unless the run asks for more; one when this process wrote the rows of the
 * root last and still has them (decision 5), shared with concurrent commits (decision 71).
 *
 * `work` can run again: with rows read under the lock, when rows in memory were old or the answer was not success; and
 * after a run in a worker thread, for which lock and connection are released (decision 32). So it must not have side
 * effects outside of the unit.
 */
export async function unitOfWork<T>(runtime: Runtime, actor: Actor, work: (unit: Unit) => Promise<T>): Promise<T> {
  const visits: Visit[] = []
  const enter = (id: string) => {
    const visit = runtime.states.enter(actor.workplaceId, id)
    visits.push(visit)
    return visit.known
  }
  const time = runTime(runtime)
  try {
    for (let way: Way = { kind: 'memory', enter }; ; ) {
      let open: OpenUnit | undefined
      const on = way
      try {
        const value = await runtime.db.withTransaction(
          actor,
          async (tx) => {
            open = createOpenUnit(runtime, actor, { tx, time })
            const done = await work(createUnit(open, on))
            if (open.isAbandoned || done instanceof RefusalToUser) {
              open.leaveJobs(false)
              await tx.rollback()
              return done
            }
            await deliverEffects(open)
            await open.commit()
            return done
          },
          { isShared: true },
        )
        if (open?.isCommitted === true) open.settle()
        return value
      } catch (error) {
        open?.leaveJobs(open.isCommitted && !isOnOldRows(error))
        // What made a guard fail may be of this process and about to bring the rows in memory up to date.
        if (!isOnOldRows(error) && !(error instanceof LeftForThread)) open?.forget()
        way = wayAfter(way, error)
      }
    }
  } finally {
    for (const visit of visits) visit.leave()
  }
}

/** On what the first command of a unit is decided. */
type Way =
  | { readonly kind: 'memory'; readonly enter: (id: string) => KnownState | null }
  | { readonly kind: 'lock'; readonly mayLeave: boolean }
  /** The rows that were read before the lock was released. */
  | { readonly kind: 'found'; readonly left: Left }

type Left = FoundState | { readonly sources: CommandSources }

/** @throws the error, when there is no other way after it. */
function wayAfter(way: Way, error: unknown): Way {
  if (error instanceof LeftForThread) return { kind: 'found', left: error.left }
  if (way.kind === 'lock' || !isOnOldRows(error)) throw error
  // Somebody was faster while it was decided in a thread: nobody can be now.
  return { kind: 'lock', mayLeave: way.kind === 'memory' }
}

function isOnOldRows(error: unknown): boolean {
  return error instanceof NotFromMemory || hasFailed(error, guardName)
}

/** The error for an answer that has to be decided on rows read under the lock. */
class NotFromMemory extends Error {}

/** A run belongs in a thread, and nobody shall wait for lock and connection for as long. */
class LeftForThread extends Error {
  readonly left: Left
  constructor(left: Left) {
    super('The run belongs in a thread.')
    this.left = left
  }
}

function createUnit(open: OpenUnit, way: Way): Unit {
  let isFirst = true
  let found: { readonly id: string; readonly rows: KnownState | FoundState | null } | undefined
  const find = (id: string) => {
    if (found === undefined || found.id !== id) found = { id, rows: knownBy(way, id) }
    return found.rows
  }
  /**
   * Returns the function with which a run releases the lock. Only the first command of a unit can release it.
   */
  const leaving = () =>
    isFirst && way.kind !== 'found' && (way.kind === 'memory' || way.mayLeave)
      ? (left: Left): never => {
          throw new LeftForThread(left)
        }
      : undefined
  return {
    tx: open.tx,
    known: (id) => {
      const rows = isFirst ? find(id) : null
      return rows === null ? null : forkState(rows.state)
    },
    execute: async (target, command, check) => {
      const leave = leaving()
      // Rows in memory are those of a root that nothing has happened to in this unit.
      const known = isFirst ? find(target.id) : null
      isFirst = false
      if (known === null) return decideOnLoaded(open, target, command, { check, ...(leave !== undefined && { leave }) })
      const answer = await decideOnKnown(open, known, command, check)
      if (answer === null) throw new NotFromMemory()
      return answer
    },
    start: (command) => {
      const leave = leaving()
      const sources = isFirst && way.kind === 'found' && 'sources' in way.left ? way.left.sources : undefined
      isFirst = false
      return decideStart(open, command, {
        ...(sources !== undefined && { sources }),
        ...(leave !== undefined && { leave: (sources: CommandSources) => leave({ sources }) }),
      })
    },
    write: (...statements) => open.write(statements),
    change: async (target, ...statements) => {
      isFirst = false
      const [locked, ...results] = await open.tx.batch([lockStatement(open.actor.workplaceId, target), ...statements])
      const rootId = locked?.[0]?.[0]
      if (typeof rootId === 'string') open.touch(rootId)
      if (target.by === 'task') open.announceTask(target.id)
      return results
    },
    lock: async (roots) => {
      isFirst = false
      const locked = await open.tx.batch(lockRootsStatements(roots))
      for (const [id] of locked.flat()) if (typeof id === 'string') open.touch(id)
    },
    announceJobs: () => open.announce(),
    notify: (usernames) => open.notify(usernames),
    readAtEnd: (statement) => open.readAtEnd(statement),
    abandon: (value) => {
      open.isAbandoned = true
      return value
    },
  }
}

function knownBy(way: Way, id: string): KnownState | FoundState | null {
  switch (way.kind) {
    case 'memory':
      return way.enter(id)
    case 'lock':
      return null
    case 'found':
      return 'state' in way.left ? way.left : null
  }
}
