import { fromPlain, type PlainVariable } from '@millrace/engine'
import type { Actor } from '../../platform/db/actor.ts'
import { getProcess } from '../../runtime/definitions/definitions.ts'
import type { Deployed } from '../../runtime/deploy/deployed.ts'
import { executeCommand, executeStart } from '../../runtime/execute/execute-command.ts'
import type { Runtime } from '../../runtime/runtime.ts'

interface Request {
  readonly businessKey: string
  readonly values: Readonly<Record<string, string | number>>
  /** The decisions that the line manager has already made. */
  readonly decided?: Readonly<Record<string, string>>
}

/** One at each place: for the line manager to decide, for finance to decide, back at who asked. */
const requests: readonly Request[] = [
  {
    businessKey: 'PR-0001',
    values: {
      what: 'Two monitors for the new workplace',
      kind: 'equipment',
      amount: 640,
      reason: 'Anna starts next month and has none yet.',
    },
  },
  {
    businessKey: 'PR-0002',
    values: {
      what: 'Belt conveyor for hall 2',
      kind: 'equipment',
      amount: 8140,
      reason: 'The old one stops several times per shift. Without a new one, hall 2 loses about 40 units a day.',
    },
    decided: { managerDecision: 'approve', managerComment: 'We have waited too long with this one.' },
  },
  {
    businessKey: 'PR-0003',
    values: {
      what: 'Espresso machine for the second floor',
      kind: 'equipment',
      amount: 2300,
      reason: 'The way to the first floor is long.',
    },
    decided: {
      managerDecision: 'reject',
      managerComment: 'The one on the first floor is hardly used. Please share it.',
    },
  },
]

/** Starts some requests as the demo users would, so that their lists are not empty at first. */
export async function startDemoInstances(runtime: Runtime, actor: Actor, { processes }: Deployed): Promise<void> {
  const { workplaceId } = actor
  const id = processes[0]?.id ?? ''
  const definition = await runtime.db.read(actor, (tx) => getProcess(runtime, tx, workplaceId, { by: 'id', id }))
  if (definition === null) return
  const neededBy = { name: 'neededBy', value: fromPlain(new Date(runtime.clock().getTime() + 21 * 86_400_000)) }
  for (const { businessKey, values, decided } of requests) {
    const instanceId = runtime.newId()
    const variables = [...variablesOf(values), neededBy]
    const answer = await executeStart(
      runtime,
      { ...actor, userId: 'rosa' },
      {
        command: {
          type: 'startInstance',
          definition,
          instanceId,
          businessKey,
          variables,
          startElementId: null,
          tenantId: null,
        },
      },
    )
    if (!answer.ok)
      throw new Error(`Expected the sample request ${businessKey} to start, but: ${JSON.stringify(answer)}`)
    if (decided !== undefined) await decide(runtime, actor, instanceId, variablesOf(decided))
  }
}

async function decide(
  runtime: Runtime,
  actor: Actor,
  instanceId: string,
  variables: readonly PlainVariable[],
): Promise<void> {
  const manager = { ...actor, userId: 'martin' }
  const [rows] = await runtime.db.read(actor, (tx) =>
    tx.batch([
      {
        name: 'task_of_sample',
        text: 'select id from task where workplace_id = $1 and root_id = $2',
        values: [actor.workplaceId, instanceId],
      },
    ]),
  )
  const taskId = rows?.[0]?.[0] ?? ''
  await executeCommand(runtime, manager, {
    target: { by: 'task', id: taskId },
    command: { type: 'claimTask', taskId, userId: 'martin' },
  })
  await executeCommand(runtime, manager, {
    target: { by: 'task', id: taskId },
    command: { type: 'completeTask', taskId, variables },
  })
}

function variablesOf(values: Readonly<Record<string, string | number>>): PlainVariable[] {
  return Object.entries(values).map(([name, value]) => ({
    name,
    value: typeof value === 'number' ? { type: 'Double', value, info: null } : fromPlain(value),
  }))
}
