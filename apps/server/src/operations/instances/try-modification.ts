import type { Event, Move } from '@millrace/engine'
import type { Request } from '../../platform/auth/request.ts'
import { Refusal } from '../../platform/errors/refusal.ts'
import { actorOf } from '../../runtime/actor.ts'
import { type CommandAnswer, unitOfWork } from '../../runtime/execute/unit-of-work.ts'
import { caught, type NotDone, refusalOf } from '../carry-out.ts'
import type { OperationContext } from '../operation-context.ts'
import { instanceIsOver } from './instance.ts'
import { type Modification, modificationOf } from './modify-instance.ts'
import { refuseChange } from './policy.ts'

/** The result of a dry run of a modification. */
export interface TriedModification {
  /** For each line of the modification the reason why it is impossible; null when it is possible. */
  readonly lines: (string | null)[]
  /** Why it fails as a whole, where no line is to blame: a step of the process fails. */
  readonly problem: string | null
  readonly starts: TriedElement[]
  readonly ends: TriedElement[]
  /** How the instance would end, if it did. */
  readonly outcome: string | null
}

interface TriedElement {
  readonly elementId: string
  /** The element instance; null for one that does not exist yet. */
  readonly id: string | null
}

/** Tries a modification and rolls everything back. Returns what would start and end, and why a line is impossible. */
export async function tryModification(
  context: OperationContext,
  request: Request,
  { id, ...modification }: Modification & { readonly id: string },
): Promise<TriedModification | Refusal> {
  const refusal = await refuseChange(context, request, { kind: 'instance', id })
  if (refusal !== null) return refusal
  try {
    const attempt = (moves: readonly Move[]) => tryOut(context, request, id, { ...modification, moves })
    const whole = await attempt(modification.moves)
    if (whole instanceof Refusal) return whole
    if (whole.ok) return { lines: modification.moves.map(() => null), problem: null, ...sumUp(whole.events, id) }
    return await findFaults(modification.moves, whole, attempt)
  } catch (error) {
    return caught(error)
  }
}

function tryOut(
  { runtime }: OperationContext,
  request: Request,
  id: string,
  modification: Modification,
): Promise<CommandAnswer | Refusal> {
  return unitOfWork(runtime, actorOf(request), async (unit) =>
    unit.abandon(await unit.execute({ by: 'instance', id }, modificationOf(id, modification))),
  )
}

/** Each line by itself, because the first that is impossible hides those after it. */
async function findFaults(
  moves: readonly Move[],
  whole: NotDone,
  attempt: (moves: readonly Move[]) => Promise<CommandAnswer | Refusal>,
): Promise<TriedModification | Refusal> {
  const refusal = refusalOf(whole, instanceIsOver)
  if (whole.reason === 'gone') return refusal
  const at = whole.reason === 'refused' ? whole.refusal.line : undefined
  const lines: (string | null)[] = []
  for (const [index, move] of moves.entries()) {
    const alone = index === at ? whole : await attempt([move])
    if (alone instanceof Refusal) return alone
    lines.push(!alone.ok && alone.reason === 'refused' ? alone.refusal.message : null)
  }
  const problem = lines.every((line) => line === null) ? refusal.message : null
  return { lines, problem, starts: [], ends: [], outcome: null }
}

/**
 * Returns the elements that a modification starts and ends in total. Elements that it both starts and ends are left
 * out.
 */
export function sumUp(events: readonly Event[], id: string): Pick<TriedModification, 'starts' | 'ends' | 'outcome'> {
  const entered = new Map<string, string>()
  const ends: TriedElement[] = []
  let outcome: string | null = null
  for (const event of events) {
    if (event.type === 'elementEntered') entered.set(event.element.id, event.element.elementId)
    if (event.type === 'elementLeft' && !entered.delete(event.element.id))
      ends.push({ elementId: event.element.elementId, id: event.element.id })
    if (event.type === 'instanceEnded' && event.instance.id === id) outcome = event.outcome
  }
  return { starts: [...entered.values()].map((elementId) => ({ elementId, id: null })), ends, outcome }
}
