import { isActivity } from '@millrace/bpmn'
import type { Command } from '../../commands/command.ts'
import type { Move } from '../../commands/moves.ts'
import type { Scenario } from '../scenario.ts'
import { createProcess } from './create-process.ts'
import { chooseCommand, createDriven, endlessAfter, isUncaught } from './drive.ts'
import { createRandom, type Random } from './random.ts'
import { undoLast } from './undo.ts'

/** The numbers of modifications of a seed that were carried out, refused, failed and undone. */
export interface Moved {
  readonly done: number
  readonly refused: number
  readonly failed: number
  /** Of those that were done. */
  readonly undone: number
}

/**
 * Runs the process of a seed, and starts and cancels tokens anywhere on the way. A modification is either refused
 * without changes, or the instance continues. Moved tokens may wait at a join for ever: they are cancelled at the end.
 *
 * @throws Error with the seed when that does not hold.
 */
export function moveToEnd(seed: number): Moved {
  try {
    return play(seed)
  } catch (error) {
    throw new Error(`Seed ${seed}: ${error instanceof Error ? error.message : String(error)}`, { cause: error })
  }
}

function play(seed: number): Moved {
  const random = createRandom(seed ^ 0x303e)
  const undoing = createRandom(seed ^ 0xbac)
  const scenario = createDriven(createProcess(seed))
  const moved = { done: 0, refused: 0, failed: 0, undone: 0 }
  for (let steps = 0; !scenario.isEnded(); steps++) {
    if (steps > endlessAfter) throw new Error(`Expected an end, but it goes on: ${scenario.active().join(', ')}`)
    if (steps < 40 && random.chance(0.25)) {
      const { rows } = scenario
      const outcome = doMove(scenario, modification(scenario, randomMoves(random, scenario)))
      moved[outcome] += 1
      if (outcome === 'done' && undoing.chance(0.5) && undoLast(scenario, 'modification', rows)) moved.undone += 1
      continue
    }
    const command = chooseCommand(random, scenario, steps > 60)
    if (command === null || steps > 300) {
      moved[doMove(scenario, modification(scenario, cancelAll(scenario)))] += 1
      continue
    }
    const outcome = scenario.do(command)
    // A token that came without what is before it may find no variable, or no flow.
    if (outcome.kind === 'refused' && !isUncaught(outcome))
      throw new Error(`Expected no refusal: ${JSON.stringify(outcome)}`)
  }
  return moved
}

function doMove(scenario: Scenario, command: Command): 'done' | 'refused' | 'failed' {
  const before = JSON.stringify(scenario.rows)
  const outcome = scenario.do(command)
  if (outcome.kind === 'done') return 'done'
  if (JSON.stringify(scenario.rows) !== before) throw new Error('Expected nothing to change by what was not done.')
  if (outcome.kind !== 'refused' && outcome.kind !== 'failed') throw new Error(JSON.stringify(outcome))
  return outcome.kind
}

function modification({ rows }: Scenario, moves: readonly Move[]): Command {
  return {
    type: 'modifyInstance',
    instanceId: rows.rootId,
    moves,
    skipsListeners: false,
    skipsIoMappings: false,
    note: null,
  }
}

function cancelAll({ rows }: Scenario): Move[] {
  return [{ kind: 'cancel', by: 'element', id: rows.rootId }]
}

function randomMoves(random: Random, scenario: Scenario): Move[] {
  return Array.from({ length: 1 + random.below(3) }, () => randomMove(random, scenario))
}

function randomMove(random: Random, { rows, definitions }: Scenario): Move {
  const definitionId = rows.instances.find(({ id }) => id === rows.rootId)?.definitionId
  const model = definitions.processes.find(({ id }) => id === definitionId)?.model
  if (model === undefined) throw new Error('Expected a process, but there is none.')
  const open = rows.elements.filter(({ instanceId, state }) => instanceId === rows.rootId && state !== 'compensable')
  if (open.length > 0 && random.chance(0.4)) {
    const one = random.pick(open)
    if (random.chance(0.3)) return { kind: 'cancel', by: 'key', id: one.elementId, isOfBefore: random.chance(0.5) }
    const isWaiting = one.state === 'before' || one.state === 'after'
    return { kind: 'cancel', by: isWaiting ? 'token' : 'element', id: one.id }
  }
  const element = random.pick(Object.values(model.elements))
  const flows = Object.keys(model.flows)
  const more = { ancestorId: open.length > 0 && random.chance(0.1) ? random.pick(open).id : null, variables: [] }
  if (flows.length > 0 && random.chance(0.2)) return { kind: 'start', at: 'flow', id: random.pick(flows), ...more }
  const at =
    isActivity(element) && element.loop !== null && random.chance(0.5)
      ? 'all'
      : random.pick(['before', 'before', 'after'] as const)
  return { kind: 'start', at, id: element.id, ...more }
}
