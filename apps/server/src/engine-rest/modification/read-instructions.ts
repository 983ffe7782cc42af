import type { Move, StartMove } from '@millrace/engine'
import { type Body, flagOf, textOf } from '../http/body.ts'
import { invalid } from '../http/rest-refusal.ts'
import { readObjects } from '../query/read-parameter.ts'
import { readOrRefuse, readValue } from '../values/read-value.ts'

/** How Camunda's API names an activity that runs several times as a whole. */
const bodyMark = '#multiInstanceBody'

const starts = {
  startBeforeActivity: { at: 'before', field: 'activityId', word: 'Start before activity' },
  startAfterActivity: { at: 'after', field: 'activityId', word: 'Start after activity' },
  startTransition: { at: 'flow', field: 'transitionId', word: 'Start transition' },
} as const

const isStart = (type: string): type is keyof typeof starts => Object.hasOwn(starts, type)

/** An instruction, and its text for messages about it. */
export interface Instruction {
  readonly move: Move
  readonly text: string
}

export function readInstructions(body: Body): Instruction[] {
  const given = body.instructions
  if (given === undefined || given === null) return []
  return readObjects(given, { name: 'instructions' }).map(readInstruction)
}

/** Lists the instructions that start an element. Starts and restarts ignore the others. */
export function listStarts(instructions: readonly Instruction[]): StartMove[] {
  return instructions.flatMap(({ move }) => (move.kind === 'start' ? [move] : []))
}

function readInstruction(one: Body): Instruction {
  const type = textOf(one, 'type') ?? ''
  if (isStart(type)) return readStart(one, type)
  if (type === 'cancel') return readCancel(one)
  throw invalid(
    `Expected the type of an instruction to be startBeforeActivity, startAfterActivity, startTransition or cancel, but it is ${type || 'missing'}.`,
  )
}

function readStart(one: Body, type: keyof typeof starts): Instruction {
  const { at, field, word } = starts[type]
  const given = textOf(one, field)
  if (given === null) throw invalid(`For instruction type '${type}': '${field}' must be set`)
  const ancestorId = textOf(one, 'ancestorActivityInstanceId')
  const isWhole = given.endsWith(bodyMark)
  const id = isWhole ? given.slice(0, -bodyMark.length) : given
  const text = `${word} '${given}'${ancestorId === null ? '' : ` with ancestor activity instance '${ancestorId}'`}`
  const variables = readVariables(one, text)
  return { move: { kind: 'start', at: isWhole && at === 'before' ? 'all' : at, id, ancestorId, variables }, text }
}

function readVariables(one: Body, text: string): StartMove['variables'] {
  const { variables } = one
  if (variables === undefined || variables === null) return []
  if (typeof variables !== 'object' || Array.isArray(variables))
    throw invalid('Expected variables to be a JSON object, but it is something else.')
  return Object.entries(variables as Readonly<Record<string, Body | null>>).map(([name, given]) => ({
    name,
    value: readOrRefuse(`Cannot perform instruction: ${text}`, () => readValue(given)),
    isLocal: given !== null && flagOf(given, 'local') === true,
  }))
}

function readCancel(one: Body): Instruction {
  const activityId = textOf(one, 'activityId')
  const elementId = textOf(one, 'activityInstanceId')
  const tokenId = textOf(one, 'transitionInstanceId')
  if ([activityId, elementId, tokenId].filter((id) => id !== null).length !== 1)
    throw invalid(
      "For instruction type 'cancel': exactly one, 'activityId', 'activityInstanceId', or 'transitionInstanceId', is required",
    )
  if (activityId !== null) {
    const isOfBefore = flagOf(one, 'cancelCurrentActiveActivityInstances') === true
    return {
      move: { kind: 'cancel', by: 'key', id: activityId, isOfBefore },
      text: `Cancel all instances of activity '${activityId}'`,
    }
  }
  return elementId === null
    ? {
        move: { kind: 'cancel', by: 'token', id: tokenId ?? '' },
        text: `Cancel transition instance '${tokenId}'`,
      }
    : { move: { kind: 'cancel', by: 'element', id: elementId }, text: `Cancel activity instance '${elementId}'` }
}
