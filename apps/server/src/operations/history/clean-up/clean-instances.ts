import type { Statement } from '../../../platform/db/batch.ts'
import { forgetInstances } from '../../../runtime/history/forget-instances.ts'
import type { Position } from './clean-up-run.ts'
import {
  calledStatement,
  dueStatement,
  expiredStatement,
  lifetimesStatement,
  type RemovalStrategy,
} from './removable.ts'
import type { StageContext } from './stage.ts'

const dayMs = 86_400_000

/**
 * Deletes one portion of instances and evaluations of decisions whose own removal time has passed. Returns the position
 * after it; null when none is left.
 */
export async function cleanDue(context: StageContext, position: Position): Promise<Position | null> {
  const { db, actor, now, count, rest } = context
  const { workplaceId } = actor
  const [rows = []] = await db.read(actor, (tx) => tx.batch([dueStatement(workplaceId, now, position.after)]))
  const last = rows.at(-1)
  if (last === undefined) return null
  const next: Position = { ...position, after: [last[1] ?? '', last[0] ?? ''] }
  const of = (kind: string) => rows.flatMap(([id, , what]) => (what === kind && id != null ? [id] : []))
  const [instances, decisions] = [of('instance'), of('decision')]
  await forgetInstances({ db }, actor, instances, [count({ instances: instances.length }, next)], rest)
  if (decisions.length > 0)
    await db.withTransaction(actor, (tx) =>
      tx.commit([...forgetDecisions(workplaceId, decisions), count({ decisions: decisions.length }, next)]),
    )
  return next
}

/** Returns the statements that delete evaluations of decisions, with their removal times. */
export function forgetDecisions(workplaceId: string, ids: readonly string[]): Statement[] {
  return [
    {
      name: 'history_fact_clean_decisions',
      text: `delete from history_fact where workplace_id = $1 and id = any($2::uuid[]) and kind = 'decision-evaluated'`,
      values: [workplaceId, ids],
    },
    {
      name: 'removal_time_clean_decisions',
      text: `delete from removal_time where workplace_id = $1 and subject_id = any($2::uuid[])`,
      values: [workplaceId, ids],
    },
  ]
}

/**
 * Deletes one portion of instances that ended, or started, longer ago than the time to live of their definition.
 * Returns the position after it; null when none is left.
 */
export async function cleanExpired(context: StageContext, position: Position): Promise<Position | null> {
  const { db, actor, now, settings, count } = context
  const { workplaceId } = actor
  const strategy: RemovalStrategy = settings['history.removalTime']
  if (strategy === 'none') return null
  const [definitions = []] = await db.read(actor, (tx) =>
    tx.batch([lifetimesStatement(workplaceId, position.definitionId)]),
  )
  let { after } = position
  for (const [definitionId, days] of definitions) {
    if (definitionId == null) continue
    if (definitionId !== position.definitionId) after = null
    const before = new Date(Date.parse(now) - Number(days) * dayMs).toISOString()
    const asked = { definitionId, before, by: strategy, after }
    const [rows = []] = await db.read(actor, (tx) => tx.batch([expiredStatement(workplaceId, asked)]))
    const last = rows.at(-1)
    if (last === undefined) continue
    const next: Position = { stage: 'definitions', definitionId, after: [last[1] ?? '', last[0] ?? ''] }
    const ids = rows.map(([id]) => id ?? '')
    // Until the last of them is gone a run that goes on looks for them again.
    await forgetWithCalled(context, ids, (instances, isLast) => count({ instances }, isLast ? next : position))
    return next
  }
  const last = definitions.at(-1)?.[0]
  // There may be more of them than are read at a time.
  return last == null || definitions.length < 200 ? null : { stage: 'definitions', definitionId: last, after: latest }
}

/** Past all instances of a definition. */
const latest = ['infinity', 'ffffffff-ffff-ffff-ffff-ffffffffffff'] as const

/**
 * Deletes instances with the instances that they called. Called instances are deleted first, because they are found by
 * their root.
 */
export async function forgetWithCalled(
  { db, actor, rest }: Pick<StageContext, 'db' | 'actor' | 'rest'>,
  rootIds: readonly string[],
  count: (instances: number, isLast: boolean) => Statement,
): Promise<void> {
  const { workplaceId } = actor
  for (;;) {
    const [called = []] = await db.read(actor, (tx) => tx.batch([calledStatement(workplaceId, rootIds)]))
    if (called.length === 0) break
    const ids = called.map(([id]) => id ?? '')
    await forgetInstances({ db }, actor, ids, [count(ids.length, false)], rest)
    await rest()
  }
  await forgetInstances({ db }, actor, rootIds, [count(rootIds.length, true)], rest)
}
