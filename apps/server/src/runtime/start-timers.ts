import type { ExpressionText, StartEvent, TimerDefinition } from '@millrace/bpmn'
import { firstDue, nextDue } from '@millrace/engine'
import { compileFeel, compileUel, type Scope } from '@millrace/expressions'
import type { Statement } from '../platform/db/batch.ts'
import { getProcess } from './definitions.ts'
import { deliverEffects } from './deliver-effects.ts'
import { emptyRows, runUntilDecided, saveOutcome } from './execute-command.ts'
import type { Actor, Runtime } from './runtime.ts'

export interface StartTimer {
  readonly definitionId: string
  readonly start: StartEvent
  readonly timer: TimerDefinition
  readonly index: number
  readonly tenantId: string | null
}

/** The job of a timer start event; null when its time cannot be told or has run out. */
export function startTimerStatement(
  runtime: Runtime,
  workplaceId: string,
  { definitionId, start, timer, index, tenantId }: StartTimer,
): Statement | null {
  const now = runtime.clock()
  const due = firstDue(timer.timer, evaluateTimer(timer.value, now), now, runtime.zone)
  if (!due.ok) return null
  return {
    name: 'job_start_timer',
    text: `insert into job (workplace_id, id, definition_id, element_key, kind, due_at, retries, priority, is_exclusive, is_suspended, data, created_at, tenant_id)
      values ($1, $2, $3, $4, 'timer', $5, 3, 0, true, false, $6, $7, $8)`,
    values: [
      workplaceId,
      runtime.newId(),
      definitionId,
      start.id,
      due.at.toISOString(),
      JSON.stringify({ index, ...(due.cycle !== null && { cycle: due.cycle }) }),
      now.toISOString(),
      tenantId,
    ],
  }
}

/** Settles anew when a timer start event is due. @returns false when there is no such timer. */
export async function resetStartTimer(
  runtime: Runtime,
  { workplaceId }: Actor,
  jobId: string,
  { isFromCreation }: { isFromCreation: boolean },
): Promise<boolean> {
  return runtime.db.withTransaction(workplaceId, async (tx) => {
    const [rows] = await tx.batch([
      {
        name: 'start_timer_reset_lock',
        text: `select definition_id, element_key, data, to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') from job
          where workplace_id = $1 and id = $2 and root_id is null for update`,
        values: [workplaceId, jobId],
      },
    ])
    const row = rows?.[0]
    if (row === undefined) return false
    const [definitionId, startId, data, createdAt] = row as [string, string, string | null, string]
    const definition = await getProcess(runtime, tx, workplaceId, { by: 'id', id: definitionId })
    const known = data === null ? {} : (JSON.parse(data) as Record<string, unknown>)
    const start = definition?.model.elements[startId]
    const timer = start?.type === 'startEvent' ? start.definitions[Number(known.index ?? 0)] : undefined
    if (timer?.kind !== 'timer') return false
    const from = isFromCreation ? new Date(createdAt) : runtime.clock()
    const due = firstDue(timer.timer, evaluateTimer(timer.value, from), from, runtime.zone)
    if (!due.ok) return false
    await tx.commit([
      {
        name: 'start_timer_reset',
        text: 'update job set due_at = $3, data = $4 where workplace_id = $1 and id = $2',
        values: [
          workplaceId,
          jobId,
          due.at.toISOString(),
          JSON.stringify({ ...known, ...(due.cycle !== null && { cycle: due.cycle }) }),
        ],
      },
    ])
    return true
  })
}

/**
 * Starts an instance by a timer start event. The start and the timer's next time, or its end, are one commit.
 *
 * @returns false when the timer is gone: a newer version was deployed, or another worker was faster.
 */
export async function fireStartTimer(runtime: Runtime, actor: Actor, jobId: string): Promise<boolean> {
  const { workplaceId } = actor
  return runtime.db.withTransaction(workplaceId, async (tx) => {
    const [rows] = await tx.batch([
      {
        name: 'start_timer_lock',
        text: `select definition_id, element_key, data, tenant_id, to_char(due_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') from job
          where workplace_id = $1 and id = $2 and root_id is null for update`,
        values: [workplaceId, jobId],
      },
    ])
    const row = rows?.[0]
    if (row === undefined) return false
    const [definitionId, startElementId, data, tenantId, dueAt] = row as [
      string,
      string,
      string | null,
      string | null,
      string,
    ]
    const definition = await getProcess(runtime, tx, workplaceId, { by: 'id', id: definitionId })
    if (definition === null) return false
    const instanceId = runtime.newId()
    const outcome = await runUntilDecided(runtime, actor, tx, emptyRows(instanceId), {
      type: 'startInstance',
      definition,
      instanceId,
      businessKey: null,
      variables: [],
      startElementId,
      tenantId: tenantId ?? null,
    })
    if (outcome.kind === 'done') {
      await tx.batch(saveOutcome(runtime, actor, outcome))
      await deliverEffects(runtime, actor, tx, outcome.effects)
    }
    const failure =
      outcome.kind === 'failed' ? outcome.failure.message : outcome.kind === 'refused' ? outcome.refusal.message : null
    await tx.commit([
      failure === null
        ? nextStatement(runtime, workplaceId, jobId, data, dueAt)
        : failedStatement(workplaceId, jobId, failure),
    ])
    return true
  })
}

function nextStatement(
  runtime: Runtime,
  workplaceId: string,
  jobId: string,
  data: string | null,
  dueAt: string,
): Statement {
  const known = data === null ? {} : (JSON.parse(data) as Record<string, unknown>)
  const next =
    typeof known.cycle === 'string' ? nextDue(known.cycle, new Date(dueAt), runtime.clock(), runtime.zone) : null
  if (next === null)
    return {
      name: 'start_timer_end',
      text: 'delete from job where workplace_id = $1 and id = $2',
      values: [workplaceId, jobId],
    }
  return {
    name: 'start_timer_next',
    text: 'update job set due_at = $3, data = $4, retries = 3, error = null, locked_until = null, locked_by = null where workplace_id = $1 and id = $2',
    values: [workplaceId, jobId, next.at.toISOString(), JSON.stringify({ ...known, cycle: next.cycle })],
  }
}

function failedStatement(workplaceId: string, jobId: string, message: string): Statement {
  return {
    name: 'start_timer_failed',
    text: `update job set retries = greatest(retries - 1, 0), error = $3, locked_until = now() + interval '10 seconds', locked_by = null where workplace_id = $1 and id = $2`,
    values: [workplaceId, jobId, message],
  }
}

/** There is no instance yet, so the text sees no variables, only the time. */
function evaluateTimer(text: ExpressionText, now: Date): unknown {
  if (text.language === 'literal') return text.text
  const compiled = text.language === 'feel' ? compileFeel(text.text) : compileUel(text.text)
  if (!compiled.ok) return null
  const nothing: Scope = {
    get: () => undefined,
    set: () => {},
    setLocal: () => {},
    remove: () => {},
    names: () => [],
    objects: {},
    now,
    userId: null,
  }
  return compiled.expression.evaluate(nothing)
}
