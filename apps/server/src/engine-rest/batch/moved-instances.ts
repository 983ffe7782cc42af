import { keepMoves } from '../../operations/batches/kinds/kept-moves.ts'
import { keepVariables } from '../../operations/batches/kinds/variables.ts'
import { checkMigrationPlan } from '../../operations/processes/migration-plan.ts'
import { bodyOf } from '../http/body.ts'
import { type Call, pathOf } from '../http/call.ts'
import { orThrow } from '../http/present-refusal.ts'
import { invalid, RestRefusal } from '../http/rest-refusal.ts'
import { presentReport, readMigrationOrder, refusalTextsOf } from '../migration/routes.ts'
import { readModificationOrder, readOptions } from '../modification/modify.ts'
import { readInstructions } from '../modification/read-instructions.ts'
import { findDefinition } from '../process-definition/find-definition.ts'
import { readRestartOrder } from '../process-definition/restart.ts'
import { getInstance } from '../process-instance/find-instance.ts'
import { asId } from '../query/filters.ts'
import { orderBatch } from './order-batch.ts'
import { pastInstances, readTargets, runningInstances } from './targets.ts'

const byIds = 'processInstanceIds'

/** `POST /modification/executeAsync`. */
export async function modifyInBatch(call: Call): Promise<unknown> {
  const body = bodyOf(call)
  const { definitionId, instructions } = readModificationOrder(call)
  const { moves, ...options } = readOptions(call, instructions)
  const definition = await findDefinition(call, definitionId)
  return orderBatch(call, {
    kind: 'instance-modification',
    action: { ...options, definitionId: asId(definitionId), moves: keepMoves(moves), isInternal: true },
    reason: options.note,
    tenantId: definition?.tenantId ?? null,
    targets: readTargets(call, body, { list: byIds, queries: [runningInstances] }),
    none: new RestRefusal(
      400,
      'BadUserRequestException',
      'Process instance ids cannot be empty: Process instance ids is empty',
      0,
    ),
  })
}

/** `POST /process-instance/{id}/modification-async`. */
export async function modifyOneInBatch(call: Call): Promise<unknown> {
  const id = pathOf(call, 'id')
  const { definitionId, tenantId } = await getInstance(call)
  const { moves, ...options } = readOptions(call, readInstructions(bodyOf(call)))
  return orderBatch(call, {
    kind: 'instance-modification',
    action: { ...options, definitionId, moves: keepMoves(moves), isInternal: true },
    reason: options.note,
    tenantId,
    targets: readTargets(call, { [byIds]: [id] }, { list: byIds, queries: [] }),
    none: invalid('processInstanceIds is empty'),
  })
}

/** `POST /migration/executeAsync`. The plan is checked before the batch is created. */
export async function migrateInBatch(call: Call): Promise<unknown> {
  const { plan, given, variables, ...options } = readMigrationOrder(call)
  const faults = orThrow(await checkMigrationPlan(call.context, call.request, plan), refusalTextsOf(given))
  if (faults.length > 0) throw presentReport({ plan: faults }, 'Migration plan is not valid')
  const target = await findDefinition(call, given.targetId)
  return orderBatch(call, {
    kind: 'instance-migration',
    action: { plan, ...options, ...keepVariables(variables) },
    reason: options.note,
    tenantId: target?.tenantId ?? null,
    targets: readTargets(call, bodyOf(call), { list: byIds, queries: [runningInstances] }),
    none: new RestRefusal(400, 'BadUserRequestException', 'process instance ids is empty', 0),
  })
}

/** `POST /process-definition/{id}/restart-async`. */
export async function restartInBatch(call: Call): Promise<unknown> {
  const id = pathOf(call, 'id')
  const { moves, ...restart } = readRestartOrder(call)
  const targets = readTargets(call, bodyOf(call), { list: byIds, queries: [pastInstances] })
  const none = invalid('processInstanceIds is empty')
  if (targets.ids === null) throw none
  const definition = await findDefinition(call, id)
  if (definition === undefined)
    throw invalid(`no deployed process definition found with id '${id}': processDefinition is null`)
  return orderBatch(call, {
    kind: 'instance-restart',
    action: { ...restart, moves: keepMoves(moves) },
    tenantId: definition.tenantId,
    targets,
    none,
  })
}
