import type { Command, CommandResult, Event, Failure, InstanceState, Refusal } from '@millrace/engine'
import type { Actor } from '../../platform/db/actor.ts'
import { hasFailed, type ResultRows, type Statement } from '../../platform/db/batch.ts'
import type { Tx } from '../../platform/db/database.ts'
import { Refusal as RefusalToUser } from '../../platform/errors/refusal.ts'
import { guardName, lockRootsStatements, lockStatement, type RootsQuery, type Target } from '../load/load-rows.ts'
import type { Runtime } from '../runtime.ts'
import { decideOnKnown, decideOnLoaded, decideStart } from './decide.ts'
import { deliverEffects } from './deliver-effects.ts'
import { createOpenUnit, type OpenUnit } from './open-unit.ts'
import type { Visit } from './state-cache.ts'

/** How a command ended. Refused and failed ones have changed nothing. */
export type CommandAnswer =
  | { readonly ok: true; readonly result: CommandResult; readonly events: readonly Event[] }
  | { readonly ok: false; readonly reason: 'gone' }
  | { readonly ok: false; readonly reason: 'refused'; readonly refusal: Refusal }
  | { readonly ok: false; readonly reason: 'failed'; readonly failure: Failure; readonly rootId: string }

export type InstanceStart = Extract<Command, { type: 'startInstance' }>

/** What makes a root: an instance, a task that belongs to no process, or what a definition waits for. */
export type StartCommand = InstanceStart | Extract<Command, { type: 'createTask' | 'openStarts' }>

/** Asked with the state under the lock, before anything happens; throws to refuse. */
export type Check = (state: InstanceState) => void

/** One transaction on live state. What it does becomes true together, or not at all. */
export interface Unit {
  /** For reading beside it: sees what the unit has done so far. Only the unit commits and rolls back. */
  readonly tx: Tx
  /** Locks the root of the target, decides and saves. `gone`: what the command names is not there. */
  execute(target: Target, command: Command, check?: Check): Promise<CommandAnswer>
  /** Makes a root: nothing to lock or load. */
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
  /** Reads in the last round trip. The function gives the rows once the unit is done. */
  readAtEnd(statement: Statement): () => ResultRows
  /** Nothing of the unit stays. */
  abandon<T>(value: T): T
}

/**
 * The one door for every change of live state. Carries out commands and starts, hands signals and messages on to whoever
 * waits for them, counts the revision of each root that it touches, and announces jobs that are due once it is committed.
 *
 * Two round trips for one command, unless the run asks for more; one when this process wrote the root's rows last and
 * still has them (decision 5). When those turn out to be old, or the answer is not that it was done, `work` is carried
 * out again on what is read under the lock: it must do nothing outside of the unit.
 */
export async function unitOfWork<T>(runtime: Runtime, actor: Actor, work: (unit: Unit) => Promise<T>): Promise<T> {
  const visits: Visit[] = []
  const enter: Enter = (id) => {
    const visit = runtime.states.enter(actor.workplaceId, id)
    visits.push(visit)
    return visit.known
  }
  try {
    for (let isFirst = true; ; isFirst = false) {
      let open: OpenUnit | undefined
      try {
        const value = await runtime.db.withTransaction(actor, async (tx) => {
          open = createOpenUnit(runtime, actor, tx)
          const done = await work(lend(open, isFirst ? enter : () => null))
          if (open.isAbandoned || done instanceof RefusalToUser) {
            await tx.rollback()
            return done
          }
          await deliverEffects(open)
          await open.commit()
          return done
        })
        if (open?.isCommitted === true) open.settle()
        return value
      } catch (error) {
        const wereOld = error instanceof NotFromMemory || hasFailed(error, guardName)
        // What made a guard fail may be of this process and about to bring the rows in memory up to date.
        if (!wereOld) open?.forget()
        if (!wereOld || !isFirst) throw error
      }
    }
  } finally {
    for (const visit of visits) visit.leave()
  }
}

/** Only what is read under the lock can be told to anybody. */
class NotFromMemory extends Error {}

type Enter = (id: string) => Visit['known']

function lend(open: OpenUnit, enter: Enter): Unit {
  let isFirst = true
  return {
    tx: open.tx,
    execute: async (target, command, check) => {
      // Rows in memory are those of a root that nothing has happened to in this unit.
      const known = isFirst ? enter(target.id) : null
      isFirst = false
      if (known === null) return decideOnLoaded(open, target, command, check)
      const answer = await decideOnKnown(open, known, command, check)
      if (answer === null) throw new NotFromMemory()
      return answer
    },
    start: (command) => {
      isFirst = false
      return decideStart(open, command)
    },
    write: (...statements) => open.write(statements),
    change: async (target, ...statements) => {
      isFirst = false
      const [locked, ...results] = await open.tx.batch([lockStatement(open.actor.workplaceId, target), ...statements])
      const rootId = locked?.[0]?.[0]
      if (typeof rootId === 'string') open.touch(rootId)
      return results
    },
    lock: async (roots) => {
      isFirst = false
      const locked = await open.tx.batch(lockRootsStatements(roots))
      for (const [id] of locked.flat()) if (typeof id === 'string') open.touch(id)
    },
    announceJobs: () => open.announce(),
    readAtEnd: (statement) => open.readAtEnd(statement),
    abandon: (value) => {
      open.isAbandoned = true
      return value
    },
  }
}
