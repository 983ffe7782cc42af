import { setTimeout as sleep } from 'node:timers/promises'
import { cleanUpLimits } from '@millrace/contract'
import { type Actor, systemActor } from '../../../platform/db/actor.ts'
import { readSettings } from '../../../platform/settings/read-settings.ts'
import { forgetInstances } from '../../../runtime/history/forget-instances.ts'
import type { Runtime } from '../../../runtime/runtime.ts'
import { clearOldBatches, removeBatches } from './clean-batches.ts'
import { cleanDecisions } from './clean-decisions.ts'
import { cleanDue, cleanExpired, forgetWithCalled } from './clean-instances.ts'
import { cleanOperations } from './clean-operations.ts'
import {
  beginStatement,
  type CleanUpRun,
  type CleanUpStage,
  cleanUpStages,
  countLevelStatement,
  countStatement,
  endRunStatements,
  findRun,
  type Position,
} from './clean-up-run.ts'
import { findWindow } from './clean-up-window.ts'
import { oldTasksStatement, unkeptStatement } from './removable.ts'
import { daysBefore, type Stage, type StageContext } from './stage.ts'

type Context = Pick<Runtime, 'db' | 'clock' | 'zone' | 'newId'>

/** Milliseconds after which it lets other jobs come in between. */
const turnMs = 3_000
/** After that long even the slowest server has counted an instance in the figures of its day. */
const countedAfterMs = 600_000

const stages: Readonly<Record<CleanUpStage, Stage>> = {
  set: cleanDue,
  definitions: cleanExpired,
  tasks: cleanTasks,
  decisions: cleanDecisions,
  batches: removeBatches,
  operations: cleanOperations,
}

/**
 * Removes history of a workplace whose time to live has ended: in its window, or on demand, for a few seconds at a
 * time. Running instances are not touched.
 *
 * @returns whether history is left, so that the next call should follow immediately.
 */
export async function cleanUp(context: Context, workplaceId: string): Promise<boolean> {
  const { db, clock, zone, newId } = context
  const actor = systemActor(workplaceId, 'maintenance')
  const settings = await readSettings(db, workplaceId)
  const until = performance.now() + turnMs
  await clearOldBatches(db, actor, clock().toISOString())
  await cleanUnkept(context, actor, until)
  const window = findWindow(clock(), zone, settings['history.cleanUpFrom'], settings['history.cleanUpUntil'])
  const at = clock().toISOString()
  if (window?.isOpen === true) {
    const since = window.from.toISOString()
    const begin = beginStatement(workplaceId, { id: newId(), at, kind: 'window', askedBy: null, since })
    await db.withTransaction(actor, (tx) => tx.commit([begin]))
  }
  const run = await db.read(actor, (tx) => findRun(tx, workplaceId))
  if (run === null) return false
  const end = (isComplete: boolean) =>
    db.withTransaction(actor, (tx) =>
      tx.commit(
        endRunStatements(workplaceId, {
          id: run.id,
          at: clock().toISOString(),
          isComplete,
          keep: cleanUpLimits.runsKept,
        }),
      ),
    )
  if (run.kind === 'window' && window?.isOpen !== true) {
    await end(false)
    return false
  }
  const isDone = await goOn({ db, actor, settings, now: at, newId, run, until })
  if (isDone) await end(true)
  return !isDone
}

async function goOn({
  run,
  until,
  ...given
}: Pick<StageContext, 'db' | 'actor' | 'settings' | 'now' | 'newId'> & {
  readonly run: CleanUpRun
  readonly until: number
}): Promise<boolean> {
  const pace = createPace()
  const context: StageContext = {
    ...given,
    rest: pace.rest,
    count: (removed, position) => countStatement(given.actor.workplaceId, run.id, removed, position),
  }
  let position: Position | null = run.position
  while (position !== null) {
    if (performance.now() >= until) return false
    position = (await stages[position.stage](context, position)) ?? afterStage(position.stage)
    await pace.rest()
  }
  return true
}

function afterStage(stage: CleanUpStage): Position | null {
  const next = cleanUpStages[cleanUpStages.indexOf(stage) + 1]
  return next === undefined ? null : { stage: next, definitionId: null, after: null }
}

const longestRestMs = 1_000

/** Rests as long as the work since the last rest took. */
function createPace() {
  let startedAt = performance.now()
  return {
    rest: async () => {
      await sleep(Math.min(performance.now() - startedAt, longestRestMs))
      startedAt = performance.now()
    },
  }
}

/** Tasks outside of processes. */
async function cleanTasks({ db, actor, settings, now, count, rest }: StageContext, position: Position) {
  const days = settings['history.taskDays']
  if (days === 0) return null
  const [rows = []] = await db.read(actor, (tx) =>
    tx.batch([oldTasksStatement(actor.workplaceId, daysBefore(now, days))]),
  )
  const ids = rows.map(([id]) => id ?? '')
  if (ids.length === 0) return null
  await forgetInstances({ db }, actor, ids, [count({ tasks: ids.length }, position)], rest)
  return position
}

/** Deletes instances of definitions whose history is not kept, also outside of the window. */
async function cleanUnkept({ db, clock }: Context, actor: Actor, until: number): Promise<void> {
  const { workplaceId } = actor
  const before = new Date(clock().getTime() - countedAfterMs).toISOString()
  const pace = createPace()
  for (let after: readonly string[] | null = null; performance.now() < until; ) {
    const [rows = []] = await db.read(actor, (tx) => tx.batch([unkeptStatement(workplaceId, before, after)]))
    const last = rows.at(-1)
    if (last === undefined) return
    const ids = rows.map(([id]) => id ?? '')
    const count = (instances: number) => countLevelStatement(workplaceId, clock().toISOString(), instances)
    await forgetWithCalled({ db, actor, rest: pace.rest }, ids, count)
    after = [last[1] ?? '', last[0] ?? '']
    await pace.rest()
  }
}
