import { Refused } from '../outcome.ts'
import type { ElementInstance } from '../state/rows.ts'
import { listChildInstances, oldestFirst, type Step } from '../step.ts'
import { cancelAt, listOpenOf } from '../steps/moves/cancel-at.ts'
import { startAt } from '../steps/moves/start-at.ts'
import type { CancelMove, Move } from './moves.ts'

/** Schedules the moves of a modification, so that each is carried out before the next one. */
export function carryOutMoves(
  step: Step,
  instanceId: string,
  moves: readonly Move[],
  { onEmpty }: { readonly onEmpty: () => void },
): void {
  const before = moves.map((move) => (isOfBefore(move) ? listOpenOf(step, instanceId, move.id) : []))
  const lines = moves.map((move, line) => () => {
    keepOpen(step, instanceId)
    try {
      carryOutMove(step, instanceId, move, before[line] ?? [])
    } catch (error) {
      if (error instanceof Refused) throw new Refused(error.refusal.code, error.refusal.message, line)
      throw error
    }
  })
  const end = () => {
    step.arriving.set(instanceId, (step.arriving.get(instanceId) ?? 1) - 1)
    if (step.state.instances.get(instanceId)?.openChildren === 0) onEmpty()
    else step.joinsToCheck.add(instanceId)
  }
  keepOpen(step, instanceId)
  for (const run of [...lines, end].toReversed()) step.agenda.push({ scopeId: instanceId, isOfCommand: true, run })
}

function isOfBefore(move: Move): move is Extract<CancelMove, { by: 'key' }> {
  return move.kind === 'cancel' && move.by === 'key' && move.isOfBefore
}

/** As a token on its way does. An interruption of everything in it forgets those. */
function keepOpen(step: Step, instanceId: string): void {
  step.arriving.set(instanceId, Math.max(step.arriving.get(instanceId) ?? 0, 1))
}

function carryOutMove(step: Step, instanceId: string, move: Move, before: readonly ElementInstance[]): void {
  if (move.kind === 'start') {
    startAt(step, instanceId, move)
    return
  }
  const rows = move.by === 'key' && move.isOfBefore ? before : findRows(step, instanceId, move)
  for (const { id } of rows) {
    const row = step.state.elements.get(id)
    if (row !== undefined && row.state !== 'compensable') cancelAt(step, row)
  }
}

function findRows(step: Step, instanceId: string, { by, id }: CancelMove): ElementInstance[] {
  if (by === 'key') return listOpenOf(step, instanceId, id)
  const isWaiting = ({ state }: ElementInstance) => state === 'before' || state === 'after'
  const found = oldestFirst(step.state.elements.all()).filter(
    (one) =>
      one.instanceId === instanceId &&
      one.state !== 'compensable' &&
      (by === 'element'
        ? one.id === id && !isWaiting(one)
        : isWaiting(one) && (one.id === id || one.executionId === id)),
  )
  if (found.length > 0) return found
  if (by === 'element' && id === instanceId)
    return listChildInstances(step, instanceId).filter(({ state }) => state !== 'compensable')
  const what = by === 'element' ? 'element instance' : 'token before or after an element'
  throw new Refused('engine.move-impossible', `Expected an open ${what} ${id}, but there is none. It may be over.`)
}
