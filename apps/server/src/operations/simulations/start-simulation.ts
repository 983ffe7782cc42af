import { type SimulationInput, simulationLimits } from '@millrace/contract'
import type { Request } from '../../platform/auth/request.ts'
import { isUuid } from '../../platform/db/uuid.ts'
import { type Refusal, refuse } from '../../platform/errors/refusal.ts'
import { actorOf } from '../../runtime/actor.ts'
import type { OperationContext } from '../operation-context.ts'
import { orderStatement } from '../order-job.ts'
import { noSuchProcess, refuseDefinition } from '../processes/policy.ts'

/**
 * Orders a job that simulates a change of a process with its history. Refuses with `simulation.no-history` when no
 * instance of the process has started in the measured days, and with `simulation.too-many` while the maximum number of
 * simulations is unfinished. The oldest ended simulations of the version are deleted.
 */
export async function startSimulation(
  context: OperationContext,
  request: Request,
  { id: definitionId, input }: { readonly id: string; readonly input: SimulationInput },
): Promise<Refusal | { readonly id: string }> {
  const refusal = await refuseDefinition(context, request, 'operate', { kind: 'process', id: definitionId })
  if (refusal !== null) return refusal
  if (!isUuid(definitionId)) return noSuchProcess()
  const { db, clock, runtime } = context
  const { workplaceId, user } = request
  const id = runtime.newId()
  const at = clock()
  const from = new Date(at.getTime() - input.days * 86_400_000).toISOString()
  const ordered = await db.withTransaction(actorOf(request), async (tx): Promise<Refusal | null> => {
    const [known] = await tx.batch([
      {
        name: 'simulation_facts',
        text: `with own as (select id from process_definition d where d.workplace_id = $1 and (d.key, coalesce(d.tenant_id, '')) =
              (select key, coalesce(tenant_id, '') from process_definition where workplace_id = $1 and id = $2))
          select exists (select from own), exists (select from history_instance where workplace_id = $1 and definition_id in (select id from own) and ended_at >= $3 and outcome <> 'deleted'),
            (select count(*) from (select from simulation where workplace_id = $1 and definition_id = $2 and state in ('waiting', 'running') for update) s)`,
        values: [workplaceId, definitionId, from],
      },
    ])
    const [exists, hasHistory, unfinished] = known?.[0] ?? []
    if (exists !== 't') return noSuchProcess()
    if (hasHistory !== 't')
      return refuse(
        'simulation.no-history',
        `Expected instances of this process that ended in the last ${input.days} days, but there are none. Nothing was started. Choose a longer period, or wait until instances have ended. Processes whose history level is “none” keep no history.`,
      )
    if (Number(unfinished) >= simulationLimits.kept)
      return refuse(
        'simulation.too-many',
        `Expected fewer than ${simulationLimits.kept} unfinished simulations of this version. Wait, or cancel one of them.`,
      )
    await tx.batch([
      {
        name: 'simulation_order',
        text: `insert into simulation (workplace_id, id, definition_id, name, created_by, created_at, state, input, run_count)
          values ($1, $2, $3, $4, $5, $6, 'waiting', $7, $8)`,
        values: [
          ...[workplaceId, id, definitionId, input.name, user.username, at.toISOString()],
          ...[JSON.stringify(input), input.runs],
        ],
      },
      orderStatement({ workplaceId, id, name: 'simulation', kind: 'simulation', at: at.toISOString() }),
      {
        name: 'simulation_forget',
        text: `delete from simulation s where s.workplace_id = $1 and s.definition_id = $2 and s.state not in ('waiting', 'running')
          and s.id in (select id from simulation where workplace_id = $1 and definition_id = $2 order by created_at desc, id offset $3)`,
        values: [workplaceId, definitionId, simulationLimits.kept],
      },
    ])
    return null
  })
  if (ordered !== null) return ordered
  runtime.announceJobs()
  return { id }
}
