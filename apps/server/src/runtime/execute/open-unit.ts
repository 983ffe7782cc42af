import type { Effect, Event, InstanceState } from '@millrace/engine'
import type { Compilable } from 'kysely'
import { breathe } from '../../platform/breathe.ts'
import type { Actor } from '../../platform/db/actor.ts'
import type { ResultRows, Statement } from '../../platform/db/batch.ts'
import type { Tx } from '../../platform/db/database.ts'
import { atOnce, inTurns } from '../../platform/in-turns.ts'
import { listNewNotices } from '../notices/new-notices.ts'
import { type Runtime, workersLookEveryMs } from '../runtime.ts'
import { listUnsettledJobs, readSettledJobs, settleJobsStatement } from '../save/new-job-settings.ts'
import { mendedStatements, noticeStatements } from '../save/notice-statements.ts'
import { saveStatements } from '../save/save-statements.ts'
import { undoStatements } from '../save/undo-statements.ts'
import type { TimeBudget } from '../threads/time-budget.ts'
import { collectChanges } from './changes.ts'
import { many } from './many.ts'
import type { Decided } from './run-until-decided.ts'
import { createTakenJobs } from './taken-jobs.ts'

/** An effect for other instances: a signal, message, or similar. */
export type Thrown = Exclude<Effect, { kind: 'start' }>

export type Done = Extract<Decided, { kind: 'done' }>

/** A root that a unit of work has locked. `revision` is the number that it gets when the unit is committed. */
export interface LockedRoot {
  readonly rootId: string
  readonly revision: number
}

/**
 * A unit of work in progress: statements that are decided and not sent yet, and notifications that follow the commit.
 */
export interface OpenUnit {
  readonly runtime: Runtime
  readonly actor: Actor
  /** Its round trips send waiting statements first. */
  readonly tx: Tx
  readonly time: TimeBudget
  /** Whether anything was sent or read: it holds a connection then. */
  hasStarted(): boolean
  /** Effects of runs that were not delivered yet, oldest first. */
  readonly effects: Thrown[]
  isAbandoned: boolean
  isCommitted: boolean
  /** Statements for the next round trip. */
  write(statements: readonly Statement[]): void
  /**
   * Saves the result of a run, and lets other requests in between where it is large. `guard` is executed before it, and
   * for a large run at once.
   */
  save(outcome: Done, root: LockedRoot, guard?: Statement): Promise<void>
  /**
   * Records that a root was locked and its revision increased, so that its rows in memory are out of date unless a run
   * follows.
   */
  touch(rootId: string): void
  /** Notifies the viewers of a task that it has changed outside of a run. */
  announceTask(taskId: string): void
  /** Records the users whom statements outside of a run have notified. */
  notify(usernames: readonly string[]): void
  /** There is a job to do as soon as this is committed. */
  announce(): void
  readAtEnd(statement: Statement): () => ResultRows
  commit(): Promise<void>
  /** After the commit: keeps the rows in memory, and announces jobs. */
  settle(): void
  /** Drops the rows of the roots from memory after a failure, because they may be wrong. */
  forget(): void
  /** Without a commit: the worker of this process takes no job. @param isUnknown whether it may have been committed. */
  leaveJobs(isUnknown: boolean): void
}

export function createOpenUnit(
  runtime: Runtime,
  actor: Actor,
  { tx, time }: { readonly tx: Tx; readonly time: TimeBudget },
): OpenUnit {
  const { workplaceId, userId } = actor
  const effects: Thrown[] = []
  const old = new Set<string>()
  const runs: { state: InstanceState; revision: number; isLarge: boolean }[] = []
  const changes = runtime.announceChanges === null ? null : collectChanges(workplaceId)
  const last: { statement: Statement; rows: ResultRows }[] = []
  const taken = createTakenJobs(runtime, workplaceId)
  const unsettledJobs: string[] = []
  let isWorkplaceOpen: () => ResultRows = () => []
  let settledJobs: () => ResultRows = () => []
  let unsent: Statement[] = []
  let isJobDue = false
  let hasStarted = false
  let decided = 0

  const take = (): Statement[] => {
    const statements = unsent
    unsent = []
    return statements
  }
  /**
   * Takes the statements for the next round trip. Many statements are sent earlier in portions, so that other requests
   * come in between.
   */
  const takeFew = async (): Promise<Statement[]> => {
    if (decided <= many) return take()
    for (const statement of take()) {
      await breathe()
      await tx.batch([statement])
    }
    return []
  }
  const flush = async () => {
    const before = await takeFew()
    if (before.length > 0) await tx.batch(before)
  }
  const own: Tx = {
    ...tx,
    batch: async (statements) => {
      hasStarted = true
      const before = await takeFew()
      const results = await tx.batch([...before, ...statements])
      return results.slice(before.length)
    },
    query: async (query, name) => {
      hasStarted = true
      await flush()
      return tx.query(query, name)
    },
    queries: (async (...queries: readonly Compilable<unknown>[]) => {
      hasStarted = true
      await flush()
      return tx.queries(...queries)
    }) as Tx['queries'],
    commit: () => endedOutside(),
    rollback: () => endedOutside(),
  }

  const unit: OpenUnit = {
    runtime,
    actor,
    tx: own,
    time,
    // No getter: an object literal with one gets a shape of its own, and that keeps all of the unit until the next full
    // collection of garbage.
    hasStarted: () => hasStarted,
    effects,
    isAbandoned: false,
    isCommitted: false,
    write: (statements) => void unsent.push(...statements),
    save: async (outcome, { rootId, revision }, guard) => {
      const { state, events } = outcome
      if (state === undefined) throw new Error('Expected a run that is done to leave its state.')
      const isLarge = events.length > many
      // A large run is saved over several turns: nobody may change the rows in memory meanwhile, and no work is spent on
      // old ones.
      if (guard !== undefined && decided + events.length > many) await own.batch([guard])
      else if (guard !== undefined) unsent.push(guard)
      const leases = taken.reserve(state, events)
      const saving = saveStatements(state, events, {
        workplaceId,
        userId,
        newId: runtime.newId,
        isHidden: (definitionId, elementId) => isLinkEvent(runtime, workplaceId, definitionId, elementId),
        levelOf: (definitionId) => runtime.historyLevels.of(workplaceId, definitionId),
        leases,
      })
      for (const id of listUnsettledJobs(state, events)) unsettledJobs.push(id)
      unsent.push(...(isLarge ? await inTurns(saving) : atOnce(saving)))
      if (isLarge) await breathe()
      const at = runtime.clock()
      const isAlone = outcome.effects.length === 0 && !runs.some((run) => run.state.rootId === rootId)
      unsent.push(...undoStatements(state, events, { workplaceId, userId, at, revision, isAlone }))
      const notices = listNewNotices({ state, events, userId, now: at })
      unsent.push(
        ...mendedStatements(workplaceId, state),
        ...noticeStatements({ workplaceId, by: userId, at, newId: runtime.newId }, notices),
      )
      changes?.add(state)
      changes?.addNotices(notices)
      decided += events.length
      for (const effect of outcome.effects) if (effect.kind !== 'start') effects.push(effect)
      old.delete(rootId)
      runs.push({ state, revision, isLarge })
      isJobDue ||= hasJobSoon(state, events, { now: runtime.clock(), taken: leases })
    },
    touch: (rootId) => void old.add(rootId),
    announceTask: (taskId) => void changes?.tasks.add(taskId),
    notify: (usernames) => changes?.addNotices(usernames.map((username) => ({ username }))),
    announce: () => {
      isJobDue = true
    },
    readAtEnd: (statement) => {
      const read = { statement, rows: [] as ResultRows }
      last.push(read)
      return () => read.rows
    },
    commit: async () => {
      unit.isCommitted = true
      const question = taken.question()
      if (question !== null) isWorkplaceOpen = unit.readAtEnd(question)
      if (unsettledJobs.length > 0) settledJobs = unit.readAtEnd(settleJobsStatement(workplaceId, unsettledJobs))
      // Nothing was done: what was only read ends by itself.
      if (unsent.length + last.length === 0) return
      const before = await takeFew()
      const results = await tx.commit([...before, ...last.map(({ statement }) => statement)])
      for (const [index, read] of last.entries()) read.rows = results[before.length + index] ?? []
    },
    settle: () => {
      const settled = readSettledJobs(settledJobs())
      const settledRoots = new Set(settled.map(({ rootId }) => rootId))
      for (const { state, revision, isLarge } of runs) {
        // Taking it in would keep everybody waiting, for what may never be asked for: then it is read. Settings of job
        // definitions are in the rows alone.
        if (isLarge || settledRoots.has(state.rootId)) runtime.states.forget(workplaceId, state.rootId)
        else runtime.states.keep(workplaceId, state, revision)
      }
      for (const rootId of old) {
        runtime.states.forget(workplaceId, rootId)
        changes?.roots.add(rootId)
      }
      if (changes !== null) runtime.announceChanges?.(changes)
      if (isJobDue) runtime.announceJobs()
      const suspended = new Set(settled.flatMap(({ id, isSuspended }) => (isSuspended ? [id] : [])))
      taken.take(isWorkplaceOpen(), suspended)
    },
    leaveJobs: taken.drop,
    forget: () => {
      for (const rootId of [...old, ...runs.map(({ state }) => state.rootId)])
        runtime.states.forget(workplaceId, rootId)
    },
  }
  return unit
}

function endedOutside(): never {
  throw new Error('Expected a unit of work to be ended by itself alone. Return from it, or abandon it.')
}

/**
 * A job that has come to be, or has changed, and comes due before a worker would look by itself: at its next look it
 * learns of all others. The worker of this process has those that are taken already.
 */
function hasJobSoon(
  { jobs }: InstanceState,
  events: readonly Event[],
  { now, taken }: { readonly now: Date; readonly taken: ReadonlyMap<string, unknown> },
): boolean {
  const soon = new Date(now.getTime() + 2 * workersLookEveryMs)
  return events.some((event) => {
    if (event.type !== 'jobCreated' && event.type !== 'jobChanged') return false
    const job = jobs.get(event.type === 'jobCreated' ? event.job.id : event.id)
    if (job === undefined || taken.has(job.id)) return false
    return job.retries > 0 && !job.isSuspended && (job.dueAt === null || new Date(job.dueAt) <= soon)
  })
}

/** Returns whether an event is a link event. These replace a sequence flow and leave no history. */
function isLinkEvent(runtime: Runtime, workplaceId: string, definitionId: string, elementId: string): boolean {
  const element = runtime.definitions.processes.get(`${workplaceId} ${definitionId}`)?.model.elements[elementId]
  return element !== undefined && 'definitions' in element && element.definitions.some(({ kind }) => kind === 'link')
}
