import { isEvent, type ProcessModel, type TimerDefinition } from '@millrace/bpmn'
import {
  type BusinessCalendar,
  type Definition,
  evaluateAtStart,
  type FirstDue,
  firstDue,
  nextDue,
  noRows,
} from '@millrace/engine'
import type { Actor } from '../../platform/db/actor.ts'
import type { Statement } from '../../platform/db/batch.ts'
import { type Calendars, listStartCalendars } from '../definitions/business-calendars.ts'
import { getProcess } from '../definitions/definitions.ts'
import { deliverEffects } from '../execute/deliver-effects.ts'
import { saveOutcome } from '../execute/execute-command.ts'
import { runUntilDecided } from '../execute/run-until-decided.ts'
import type { Runtime } from '../runtime.ts'

export interface StartTimer {
  readonly definitionId: string
  readonly model: ProcessModel
  readonly elementId: string
  readonly timer: TimerDefinition
  readonly index: number
  readonly tenantId: string | null
  readonly calendars: Calendars
}

/** The job of a timer start event; null when its time cannot be told or has run out. */
export function startTimerStatement(
  runtime: Runtime,
  workplaceId: string,
  { definitionId, model, elementId, timer, index, tenantId, calendars }: StartTimer,
): Statement | null {
  const now = runtime.clock()
  const endDate = endOf(timer, now)
  const due = settle(runtime, timer, now, { endDate, calendar: calendarOf(timer, calendars) })
  if (!due.ok || due.isOver) return null
  return {
    name: 'job_start_timer',
    text: `insert into job (workplace_id, id, definition_id, element_key, kind, due_at, retries, priority, is_exclusive, is_suspended, data, created_at, tenant_id)
      values ($1, $2, $3, $4, 'timer', $5, 3, $6, true, false, $7, $8, $9)`,
    values: [
      workplaceId,
      runtime.newId(),
      definitionId,
      elementId,
      due.at.toISOString(),
      priorityOf(model, elementId, now),
      JSON.stringify({
        index,
        ...(due.cycle !== null && { cycle: due.cycle, endDate, countsTimesOnly: isCamunda(model) }),
      }),
      now.toISOString(),
      tenantId,
    ],
  }
}

/** Settles anew when a timer start event is due. @returns false when there is no such timer. */
export async function resetStartTimer(
  runtime: Runtime,
  actor: Actor,
  jobId: string,
  { isFromCreation }: { isFromCreation: boolean },
): Promise<boolean> {
  const { workplaceId } = actor
  return runtime.db.withTransaction(actor, async (tx) => {
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
    const known = knownOf(data)
    const timer = definition === null ? null : timerOf(definition, startId, data)
    if (timer === null) return false
    const from = isFromCreation ? new Date(createdAt) : runtime.clock()
    const calendars = await listStartCalendars(tx, workplaceId, definition === null ? [] : [definition.model])
    const due = settle(runtime, timer, from, { endDate: endOf(timer, from), calendar: calendarOf(timer, calendars) })
    if (!due.ok || due.isOver) return false
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
  return runtime.db.withTransaction(actor, async (tx) => {
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
    const outcome = await runUntilDecided(
      runtime,
      actor,
      tx,
      { rootId: instanceId, ...noRows },
      {
        type: 'startInstance',
        definition,
        instanceId,
        businessKey: null,
        variables: [],
        startElementId,
        startDefinitionIndex: Number(knownOf(data).index ?? 0),
        tenantId: tenantId ?? null,
      },
    )
    if (outcome.kind === 'done') {
      await tx.batch(saveOutcome(runtime, actor, outcome))
      await deliverEffects(runtime, actor, tx, outcome.effects)
    }
    const timer = timerOf(definition, startElementId, data)
    const calendars = await listStartCalendars(tx, workplaceId, [definition.model])
    const calendar = timer === null ? null : calendarOf(timer, calendars)
    const failure =
      outcome.kind === 'failed' ? outcome.failure.message : outcome.kind === 'refused' ? outcome.refusal.message : null
    await tx.commit(
      failure === null
        ? [
            nextStatement(runtime, workplaceId, { jobId, data, dueAt, calendar }),
            closeIncidentStatement(workplaceId, jobId),
          ]
        : failedStatements(runtime, workplaceId, jobId, failure),
    )
    return true
  })
}

function nextStatement(
  runtime: Runtime,
  workplaceId: string,
  {
    jobId,
    data,
    dueAt,
    calendar,
  }: { jobId: string; data: string | null; dueAt: string; calendar: BusinessCalendar | null },
): Statement {
  const known = knownOf(data)
  const endDate = typeof known.endDate === 'string' ? known.endDate : null
  const next =
    typeof known.cycle === 'string'
      ? nextDue(known.cycle, new Date(dueAt), runtime.clock(), runtime.zone, {
          endDate,
          calendar,
          countsTimesOnly: known.countsTimesOnly === true,
        })
      : null
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

/** One try less; without any left it waits with an incident. The program's own time decides when it is tried again. */
function failedStatements(runtime: Runtime, workplaceId: string, jobId: string, message: string): Statement[] {
  const now = runtime.clock()
  return [
    {
      name: 'start_timer_failed',
      text: 'update job set retries = greatest(retries - 1, 0), error = $3, locked_until = $4, locked_by = null where workplace_id = $1 and id = $2',
      values: [workplaceId, jobId, message, new Date(now.getTime() + restMs).toISOString()],
    },
    {
      name: 'start_timer_incident',
      text: `insert into incident (workplace_id, id, element_key, definition_id, type, source_id, message, cause_id, root_cause_id, created_at, tenant_id)
        select workplace_id, $3, element_key, definition_id, 'failedJob', id, $4, $3, $3, $5, tenant_id from job j
        where workplace_id = $1 and id = $2 and retries = 0 and not exists (select from incident i where i.workplace_id = $1 and i.source_id = j.id)`,
      values: [workplaceId, jobId, runtime.newId(), message, now.toISOString()],
    },
  ]
}

const restMs = 10_000

/** A start timer has its incident outside of any instance. */
export function closeIncidentStatement(workplaceId: string, jobId: string): Statement {
  return {
    name: 'start_timer_incident_close',
    text: 'delete from incident where workplace_id = $1 and source_id = $2 and root_id is null',
    values: [workplaceId, jobId],
  }
}

function timerOf({ model }: Definition, startElementId: string, data: string | null): TimerDefinition | null {
  const start = model.elements[startElementId]
  const found = start !== undefined && isEvent(start) ? start.definitions[Number(knownOf(data).index ?? 0)] : undefined
  return found?.kind === 'timer' ? found : null
}

function knownOf(data: string | null): Record<string, unknown> {
  return data === null ? {} : (JSON.parse(data) as Record<string, unknown>)
}

/** There is no instance yet, so the texts see no variables, only the time. */
function settle(
  runtime: Runtime,
  { timer, value }: TimerDefinition,
  from: Date,
  bounds: { endDate: string | null; calendar: BusinessCalendar | null },
): FirstDue {
  const text = evaluateAtStart(value, { now: from })
  return firstDue(timer, text.ok ? text.value : null, from, runtime.zone, bounds)
}

function calendarOf({ calendar }: TimerDefinition, calendars: Calendars): BusinessCalendar | null {
  return calendar === null ? null : (calendars.get(calendar.trim()) ?? null)
}

function endOf({ endDate }: TimerDefinition, now: Date): string | null {
  const end = endDate === null ? null : evaluateAtStart(endDate, { now })
  return end?.ok && end.value !== null && end.value !== undefined ? String(end.value) : null
}

function isCamunda({ dialect }: ProcessModel): boolean {
  return dialect !== 'flowable' && dialect !== 'activiti'
}

/** Of the event, else of the process, else 0. */
function priorityOf({ elements, jobPriority }: ProcessModel, elementId: string, now: Date): number {
  const text = elements[elementId]?.async.jobPriority ?? jobPriority
  const priority = text === null ? null : evaluateAtStart(text, { now })
  const value = priority?.ok ? Number(priority.value) : 0
  return Number.isSafeInteger(value) ? value : 0
}
