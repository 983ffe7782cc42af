import type { InstructionFault, MigrationFaults } from '@millrace/engine'
import { EngineRefusal } from '../../operations/carry-out.ts'
import { migrateInstances } from '../../operations/instances/migrate-instances.ts'
import { checkMigrationPlan, generateMigrationPlan } from '../../operations/processes/migration-plan.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import { bodyOf, flagOf, textOf } from '../http/body.ts'
import { type Call, post, type Route } from '../http/call.ts'
import { orThrow } from '../http/present-refusal.ts'
import { invalid, RestRefusal } from '../http/rest-refusal.ts'
import { findInstanceIds } from '../process-instance/find-instance-ids.ts'
import { asId } from '../query/filters.ts'
import { presentTyped } from '../values/present-value.ts'
import { readOrRefuse, readVariables } from '../values/read-value.ts'
import { presentInstruction, type ReadPlan, readPlan, readVersionIds } from './read-plan.ts'

export const migrationRoutes: readonly Route[] = [
  post('/migration/generate', generate, 'variables'),
  post('/migration/validate', validate, 'variables'),
  post('/migration/execute', execute, 'variables'),
]

async function generate(call: Call): Promise<unknown> {
  const body = bodyOf(call)
  const given = readVersionIds(body)
  const variables = readOrRefuse('Cannot generate the migration plan', () => readVariables(body.variables))
  const versions = { sourceId: asId(given.sourceId), targetId: asId(given.targetId) }
  const updatesTriggers = flagOf(body, 'updateEventTriggers') === true
  const outcome = await generateMigrationPlan(call.context, call.request, { ...versions, updatesTriggers })
  const instructions = orThrow(outcome, refusalTextsOf(given))
  return {
    sourceProcessDefinitionId: given.sourceId,
    targetProcessDefinitionId: given.targetId,
    instructions: instructions.map(presentInstruction),
    variables:
      variables.length === 0
        ? null
        : Object.fromEntries(variables.map(({ name, value }) => [name, presentTyped(value)])),
  }
}

async function validate(call: Call): Promise<unknown> {
  const { plan, given } = readPlan(call.body)
  return presentFaults(orThrow(await checkMigrationPlan(call.context, call.request, plan), refusalTextsOf(given)))
}

async function execute(call: Call): Promise<undefined> {
  const migration = await readMigration(call)
  const { ids, given } = migration
  if (ids.length === 0) throw new RestRefusal(400, 'BadUserRequestException', 'process instance ids is empty', 0)
  throwRefusal(await migrateInstances(call.context, call.request, migration), given)
  return undefined
}

/** Reads the body of a migration, with the ids of the instances. */
async function readMigration(call: Call) {
  const order = readMigrationOrder(call)
  return { ...order, ids: await findInstanceIds(call) }
}

/** Reads the plan and the options of a migration. */
export function readMigrationOrder(call: Call) {
  const body = bodyOf(call)
  if (body.migrationPlan === undefined || body.migrationPlan === null) throw invalid('migration plan is null')
  const { plan, given, variables } = readPlan(body.migrationPlan)
  return {
    plan,
    given,
    variables,
    skipsListeners: flagOf(body, 'skipCustomListeners') === true,
    skipsIoMappings: flagOf(body, 'skipIoMappings') === true,
    note: textOf(body, 'annotation'),
  }
}

/** @throws RestRefusal with a report of what cannot go on. */
function throwRefusal(outcome: Refusal | null, given: ReadPlan['given']): void {
  if (outcome instanceof EngineRefusal && outcome.answer.reason === 'refused') {
    const { faults, message } = outcome.answer.refusal
    if (faults !== undefined) throw presentReport(faults, message)
  }
  orThrow(outcome, refusalTextsOf(given))
}

/** Returns the refusal of a migration with its validation report. */
export function presentReport(faults: MigrationFaults, message: string): RestRefusal {
  if ('plan' in faults)
    return new RestRefusal(400, 'MigrationPlanValidationException', `ENGINE-23001 ${message}`, 0, null, {
      validationReport: presentFaults(faults.plan),
    })
  const { instanceId, failures, elements } = faults.instance
  const reports = (isWaiting: boolean) =>
    elements
      .filter((one) => one.isWaiting === isWaiting)
      .map(({ id, key, instruction, failures: own }) => ({
        migrationInstruction: instruction === null ? null : presentInstruction(instruction),
        [isWaiting ? 'transitionInstanceId' : 'activityInstanceId']: id,
        sourceScopeId: key,
        failures: own,
      }))
  return new RestRefusal(400, 'MigratingProcessInstanceValidationException', `ENGINE-23004 ${message}`, 0, null, {
    validationReport: {
      processInstanceId: instanceId,
      failures,
      activityInstanceValidationReports: reports(false),
      transitionInstanceValidationReports: reports(true),
    },
  })
}

function presentFaults(faults: readonly InstructionFault[]) {
  return {
    instructionReports: faults.map(({ instruction, failures }) => ({
      instruction: presentInstruction(instruction),
      failures,
    })),
    variableReports: {},
  }
}

/** Returns the refusals of a migration with the texts of Camunda. */
export function refusalTextsOf({ sourceId, targetId }: ReadPlan['given']) {
  return {
    answers: {
      'thing.not-found': () => invalid(`Source or target process definition does not exist: ${sourceId}, ${targetId}`),
      'instance.over': ({ message }: Refusal) => new RestRefusal(400, 'ProcessEngineException', message, 0),
      'process.refused': ({ message }: Refusal) => new RestRefusal(400, 'ProcessEngineException', message, 0),
    },
  } as const
}
