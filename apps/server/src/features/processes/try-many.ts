import {
  type AnswerOf,
  type InstanceSelection,
  type moveCalls,
  moveLimits,
  type ReadBodyOf,
  type TriedState,
  type TriedStates,
} from '@millrace/contract'
import { sql } from 'kysely'
import { tryMigration } from '../../operations/instances/try-migration.ts'
import { tryModification } from '../../operations/instances/try-modification.ts'
import type { OperationContext } from '../../operations/operation-context.ts'
import { needFor } from '../../operations/process-reference.ts'
import { noSuchProcess } from '../../operations/processes/policy.ts'
import { tryRestart } from '../../operations/processes/try-restart.ts'
import { needSomewhere } from '../../operations/rights.ts'
import { withinReach } from '../../operations/within-reach.ts'
import type { Request } from '../../platform/auth/request.ts'
import { reachOf } from '../../platform/auth/rights.ts'
import { isUuid } from '../../platform/db/uuid.ts'
import { Refusal } from '../../platform/errors/refusal.ts'
import { runSql } from '../../platform/list/sql.ts'
import { readMigration, readModification, readRestart } from './read-moves.ts'
import { selectInstances } from './select-instances.ts'

type Of<B> = B & { readonly id: string }

/** Counts the instances of a selection by version: those with most instances first. */
export async function countVersions(
  context: OperationContext,
  request: Request,
  { selection, isEnded }: ReadBodyOf<typeof moveCalls.versions>,
): Promise<AnswerOf<typeof moveCalls.versions> | Refusal> {
  const right = isEnded ? 'instances.restart' : 'instances.operate'
  const refusal = needSomewhere(request.user, right)
  if (refusal !== null) return refusal
  const selected = await selectInstances(context, request, { selection, isEnded })
  if (selected instanceof Refusal) return selected
  const { workplaceId, user } = request
  const reached = withinReach(reachOf(user, right), sql`d.key`).map((one) => sql`where ${one}`)[0] ?? sql``
  return context.db.read(request, async (tx) => {
    const rows = await runSql<{ id: string; key: string; name: string; version: number; count: number }>(
      tx,
      sql`select d.id, d.key, coalesce(d.name, d.key) as name, d.version, v.count
        from (select s.definition_id, count(*)::int as count from (select * from (${selected}) s order by s.place limit ${moveLimits.looked}) s group by 1) v
        join process_definition d on d.workplace_id = ${workplaceId}::uuid and d.id = v.definition_id ${reached} order by v.count desc, d.key, d.version desc limit 100`,
    )
    return { items: rows, isPartial: rows.reduce((sum, { count }) => sum + count, 0) >= moveLimits.looked }
  })
}

/** Tries moves of tokens on the instances of a selection. */
export async function tryMovesOfMany(
  context: OperationContext,
  request: Request,
  { id, selection, ...plan }: Of<ReadBodyOf<typeof moveCalls.tryMoves>>,
): Promise<TriedStates | Refusal> {
  const modification = readModification(plan)
  if (modification instanceof Refusal) return modification
  return tryStates(context, request, { id, selection, isEnded: false }, async (instanceId) => {
    const tried = await tryModification(context, request, { id: instanceId, note: null, ...modification })
    if (tried instanceof Refusal) return failed(tried.message)
    const { lines, problem, starts, ends, outcome } = tried
    const keys = (places: typeof starts) => places.map(({ elementId }) => elementId)
    const isPossible = problem === null && lines.every((line) => line === null)
    return { isPossible, lines, problem, faults: [], starts: keys(starts), ends: keys(ends), outcome }
  })
}

/** Tries a migration on the instances of a selection. */
export async function tryMigrationOfMany(
  context: OperationContext,
  request: Request,
  { id, selection, ...order }: Of<ReadBodyOf<typeof moveCalls.tryMigration>>,
): Promise<TriedStates | Refusal> {
  const migration = readMigration(id, order)
  if (migration instanceof Refusal) return migration
  return tryStates(context, request, { id, selection, isEnded: false }, async (instanceId) => {
    const tried = await tryMigration(context, request, { id: instanceId, note: null, ...migration })
    if (tried instanceof Refusal) return failed(tried.message)
    const faults = tried.faults.map(({ key, failures }) => ({ key, failures: [...failures] }))
    return { ...failed(tried.problem), isPossible: tried.problem === null, faults }
  })
}

/** Tries a restart of the ended instances of a selection. */
export async function tryRestartOfMany(
  context: OperationContext,
  request: Request,
  { id, selection, ...order }: Of<ReadBodyOf<typeof moveCalls.tryRestart>>,
): Promise<TriedStates | Refusal> {
  const restart = readRestart({ ...order, definitionId: id })
  return tryStates(context, request, { id, selection, isEnded: true }, async (instanceId) => {
    const tried = await tryRestart(context, request, { ...restart, id: instanceId })
    if (tried instanceof Refusal) return failed(tried.message)
    const { problem, starts, outcome } = tried
    return { ...failed(problem), isPossible: problem === null, starts: [...starts], outcome }
  })
}

type Result = Omit<TriedState, 'count' | 'instanceId' | 'elements'>

const failed = (problem: string | null): Result => ({
  ...{ isPossible: false, lines: [], problem, faults: [], starts: [], ends: [], outcome: null },
})

interface StateRow {
  readonly id: string
  readonly count: number
  readonly elements: readonly string[] | null
}

/**
 * Instances that are open at the same elements in the same way get the same answer from the engine, so each such state
 * is tried once, on its oldest instance.
 */
async function tryStates(
  context: OperationContext,
  request: Request,
  asked: { readonly id: string; readonly selection: InstanceSelection; readonly isEnded: boolean },
  attempt: (instanceId: string) => Promise<Result>,
): Promise<TriedStates | Refusal> {
  const { id, selection, isEnded } = asked
  const right = isEnded ? 'instances.restart' : 'instances.operate'
  const refusal = await needFor(context, request, right, { thing: { kind: 'process', id }, gone: noSuchProcess })
  if (refusal !== null) return refusal
  if (!isUuid(id)) return noSuchProcess()
  const selected = await selectInstances(context, request, { selection, definitionId: id, isEnded })
  if (selected instanceof Refusal) return selected
  const { workplaceId } = request
  const state = isEnded
    ? sql`null::text[]`
    : sql`(select array_agg(distinct e.element_key || ' ' || e.state || ' ' || coalesce(e.loop, '') order by e.element_key || ' ' || e.state || ' ' || coalesce(e.loop, '')) from element e
        join instance i on i.workplace_id = ${workplaceId}::uuid and i.id = s.id
        where e.workplace_id = ${workplaceId}::uuid and e.root_id = i.root_id and e.instance_id = i.id and e.state <> 'compensable')`
  const rows = await context.db.read(request, (tx) =>
    runSql<StateRow>(
      tx,
      sql`select min(l.id::text) as id, count(*)::int as count, l.state as elements
        from (select s.id, ${state} as state from (select * from (${selected}) s order by s.place limit ${moveLimits.looked + 1}) s) l
        group by l.state order by 2 desc, 1`,
    ),
  )
  const looked = rows.reduce((sum, { count }) => sum + count, 0)
  const states: TriedState[] = []
  for (const { id: instanceId, count, elements } of rows.slice(0, moveLimits.states)) {
    const keys = [...new Set((elements ?? []).map((one) => one.split(' ')[0] ?? ''))]
    states.push({ count, instanceId, elements: keys, ...(await attempt(instanceId)) })
  }
  const tried = states.reduce((sum, { count }) => sum + count, 0)
  return { states, looked, untried: looked - tried, isPartial: looked > moveLimits.looked }
}
