import { isEvent } from '@millrace/bpmn'
import type { Definition, PlainVariable } from '@millrace/engine'
import type { Request } from '../../platform/auth/request.ts'
import type { Person } from '../../platform/auth/user.ts'
import { isUuid } from '../../platform/db/uuid.ts'
import { Refusal, refuse } from '../../platform/errors/refusal.ts'
import { getProcess } from '../../runtime/definitions/definitions.ts'
import type { TenantChoice } from '../../runtime/start/waiting-starts.ts'
import { evaluateTexts } from '../../runtime/threads/evaluate-texts.ts'
import type { OperationContext } from '../operation-context.ts'
import { type Started, startProcess } from '../processes/start-process.ts'
import { refuseBroadcast } from './policy.ts'

export interface ConditionRequest {
  /**
   * The version whose conditions are evaluated; null: the newest version of every process. A named version can belong
   * to any tenant.
   */
  readonly definitionId: string | null
  readonly tenant: TenantChoice
  readonly businessKey: string | null
  readonly variables: readonly PlainVariable[]
}

/** Starts an instance of each definition with a conditional start event that holds for the variables. */
export async function evaluateConditions(
  context: OperationContext,
  request: Request,
  order: ConditionRequest,
): Promise<Started[] | Refusal> {
  const { user } = request
  const refusal = refuseBroadcast(user)
  if (refusal !== null) return refusal
  const { workplaceId } = user
  const waiting = await selectWaiting(context, request, order)
  if (waiting instanceof Refusal) return waiting
  const started: Started[] = []
  for (const one of waiting) {
    const { definitionId, elementKey: startElementId, definitionIndex: startDefinitionIndex } = one
    const definition = await context.db.read(request, (tx) =>
      getProcess(context.runtime, tx, workplaceId, { by: 'id', id: definitionId }),
    )
    if (definition === null || !(await holds(context, user, definition, one, order.variables))) continue
    const { businessKey, variables } = order
    const given = { kind: 'variables', variables } as const
    const outcome = await startProcess(context, request, {
      id: definitionId,
      businessKey,
      given,
      startElementId,
      startDefinitionIndex,
    })
    if (outcome instanceof Refusal) return outcome
    started.push(outcome)
  }
  return started
}

interface WaitingCondition {
  readonly definitionId: string
  readonly elementKey: string
  readonly definitionIndex: number
}

async function selectWaiting(
  { db }: OperationContext,
  request: Request,
  { definitionId, tenant }: ConditionRequest,
): Promise<WaitingCondition[] | Refusal> {
  const noSuchProcess = refuse('thing.not-found', 'Expected a process, but there is none with this id.')
  if (definitionId !== null && !isUuid(definitionId)) return noSuchProcess
  const [known, rows = []] = await db.read(request, (tx) =>
    tx.batch([
      {
        name: 'process_definition_known',
        text: 'select id from process_definition where workplace_id = $1 and id = $2 and ($3::text[] is null or tenant_id is null or tenant_id = any($3))',
        values: [request.workplaceId, definitionId, request.user.seesTenants ?? null],
      },
      {
        name: 'subscription_waiting_condition',
        text: `select s.definition_id, s.element_key, coalesce(s.data ->> 'index', '0') from subscription s
          join process_definition d on d.workplace_id = s.workplace_id and d.id = s.definition_id and not d.is_suspended
          where s.workplace_id = $1 and s.kind = 'conditional' and s.root_id = s.definition_id and ($2::uuid is null or s.definition_id = $2)
            and ($3 or s.tenant_id is not distinct from $4) and ($5::text[] is null or s.tenant_id is null or s.tenant_id = any($5))
          order by s.created_at, s.id`,
        values: [
          request.workplaceId,
          definitionId,
          tenant === undefined,
          tenant ?? null,
          request.user.seesTenants ?? null,
        ],
      },
    ]),
  )
  if (definitionId !== null && known?.[0] === undefined) return noSuchProcess
  return rows.map(([id, elementKey, index]) => ({
    definitionId: id ?? '',
    elementKey: elementKey ?? '',
    definitionIndex: Number(index),
  }))
}

/** A condition on what is not given does not hold. */
async function holds(
  { runtime, clock }: OperationContext,
  { workplaceId }: Person,
  { model }: Definition,
  { elementKey, definitionIndex }: WaitingCondition,
  given: readonly PlainVariable[],
): Promise<boolean> {
  const element = model.elements[elementKey]
  const definition = element !== undefined && isEvent(element) ? element.definitions[definitionIndex] : undefined
  if (definition?.kind !== 'conditional') return false
  const { condition } = definition
  const variables = new Map(given.map(({ name, value }) => [name, value]))
  const answerOf = await evaluateTexts(runtime, workplaceId, {
    texts: [condition],
    variables,
    now: clock(),
    zone: runtime.zone,
    userId: null,
  })
  const answer = answerOf(condition)
  return answer.ok && answer.value === true
}
