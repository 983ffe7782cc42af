import { EngineRefusal } from '../../operations/carry-out.ts'
import { modifyInstance } from '../../operations/instances/modify-instance.ts'
import { modifyInstances } from '../../operations/instances/modify-instances.ts'
import { Refusal } from '../../platform/errors/refusal.ts'
import { bodyOf, flagOf, textOf } from '../http/body.ts'
import { type Call, pathOf } from '../http/call.ts'
import { orThrow } from '../http/present-refusal.ts'
import { invalid, RestRefusal } from '../http/rest-refusal.ts'
import { instanceMissing } from '../process-instance/find-instance.ts'
import { findInstanceIds } from '../process-instance/find-instance-ids.ts'
import { asId } from '../query/filters.ts'
import { type Instruction, readInstructions } from './read-instructions.ts'

/** `POST /process-instance/{id}/modification`. */
export async function modifyOne(call: Call): Promise<undefined> {
  const id = pathOf(call, 'id')
  const instructions = readInstructions(bodyOf(call))
  const outcome = await modifyInstance(call.context, call.request, { id: asId(id), ...readOptions(call, instructions) })
  throwRefusal(outcome, instructions, () => instanceMissing(id))
  return undefined
}

/** `POST /modification/execute`: modifies each instance that is named or found by a query. */
export async function modifyMany(call: Call): Promise<undefined> {
  const { definitionId, instructions, ids } = await readModification(call)
  const outcome = await modifyInstances(call.context, call.request, {
    definitionId: asId(definitionId),
    ids,
    ...readOptions(call, instructions),
    isInternal: true,
  })
  // It says which of them.
  throwRefusal(outcome, instructions, () => invalid(outcome?.message ?? '', 0))
  return undefined
}

/** Reads the body of a modification of several instances, with the ids of the instances. */
async function readModification(call: Call) {
  const order = readModificationOrder(call)
  const ids = await findInstanceIds(call)
  if (ids.length === 0)
    throw new RestRefusal(
      400,
      'BadUserRequestException',
      'Process instance ids cannot be empty: Process instance ids is empty',
      0,
    )
  return { ...order, ids }
}

/** Reads the definition and the instructions of a modification of several instances. */
export function readModificationOrder(call: Call) {
  const body = bodyOf(call)
  const definitionId = textOf(body, 'processDefinitionId')
  if (definitionId === null)
    throw new RestRefusal(
      400,
      'BadUserRequestException',
      'processDefinitionId must be set: processDefinitionId is null',
      0,
    )
  const instructions = readInstructions(body)
  if (instructions.length === 0)
    throw new RestRefusal(
      400,
      'BadUserRequestException',
      'Modification instructions cannot be empty: instructions is empty',
      0,
    )
  return { definitionId, instructions }
}

export function readOptions(call: Call, instructions: readonly Instruction[]) {
  const body = bodyOf(call)
  return {
    moves: instructions.map(({ move }) => move),
    skipsListeners: flagOf(body, 'skipCustomListeners') === true,
    skipsIoMappings: flagOf(body, 'skipIoMappings') === true,
    note: textOf(body, 'annotation'),
  }
}

/** @throws RestRefusal with the instruction that cannot be carried out. */
export function throwRefusal(outcome: unknown, instructions: readonly Instruction[], gone: () => RestRefusal): void {
  if (outcome instanceof EngineRefusal && outcome.answer.reason === 'refused') {
    const { line, message } = outcome.answer.refusal
    if (line !== undefined)
      throw new RestRefusal(
        400,
        'NotValidException',
        `Cannot perform instruction: ${instructions[line]?.text ?? ''}; ${message}`,
        0,
      )
  }
  if (outcome instanceof Refusal)
    orThrow(outcome, { gone, answers: { 'process.refused': ({ message }) => invalid(message, 0) } })
}
