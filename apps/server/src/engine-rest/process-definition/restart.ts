import { EngineRefusal } from '../../operations/carry-out.ts'
import { restartInstances } from '../../operations/processes/restart-instances.ts'
import { Refusal } from '../../platform/errors/refusal.ts'
import { bodyOf, flagOf } from '../http/body.ts'
import { type Call, pathOf } from '../http/call.ts'
import { orThrow } from '../http/present-refusal.ts'
import { invalid } from '../http/rest-refusal.ts'
import { listStarts, readInstructions } from '../modification/read-instructions.ts'
import { findInstanceIds } from '../process-instance/find-instance-ids.ts'
import { asId } from '../query/filters.ts'

/** `POST /process-definition/{id}/restart`. */
export async function restartMany(call: Call): Promise<undefined> {
  const id = pathOf(call, 'id')
  const { ids, restart } = await readRestart(call)
  const outcome = await restartInstances(call.context, call.request, { ids, ...restart })
  if (outcome instanceof EngineRefusal && outcome.answer.reason === 'refused') throw invalid(outcome.message)
  if (outcome instanceof Refusal)
    orThrow(outcome, {
      answers: {
        'thing.not-found': () =>
          outcome.details?.[0]?.where === 'instance'
            ? invalid('Historic process instance cannot be found: historicProcessInstanceId is null')
            : invalid(`no deployed process definition found with id '${id}': processDefinition is null`),
        'process.refused': ({ message }) => invalid(message, 0),
        'definition.not-startable': ({ message }) => invalid(message, 0),
      },
    })
  return undefined
}

/** Reads the body of a restart, with the ids of the instances. */
async function readRestart(call: Call) {
  const restart = readRestartOrder(call)
  const ids = await findInstanceIds(call)
  if (ids.length === 0) throw invalid('processInstanceIds is empty')
  return { ids, restart }
}

/** Reads the definition, the instructions and the options of a restart. */
export function readRestartOrder(call: Call) {
  const body = bodyOf(call)
  const moves = listStarts(readInstructions(body))
  if (moves.length === 0) throw invalid('Restart instructions cannot be empty: instructions is empty')
  return {
    definitionId: asId(pathOf(call, 'id')),
    moves,
    hasFirstVariables: flagOf(body, 'initialVariables') === true,
    isWithoutBusinessKey: flagOf(body, 'withoutBusinessKey') === true,
    skipsListeners: flagOf(body, 'skipCustomListeners') === true,
    skipsIoMappings: flagOf(body, 'skipIoMappings') === true,
  }
}
