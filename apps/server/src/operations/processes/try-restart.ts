import type { Request } from '../../platform/auth/request.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import { actorOf } from '../../runtime/actor.ts'
import { unitOfWork } from '../../runtime/execute/unit-of-work.ts'
import { caught, refusalOf } from '../carry-out.ts'
import { sumUp } from '../instances/try-modification.ts'
import type { OperationContext } from '../operation-context.ts'
import { needFor } from '../process-reference.ts'
import { noSuchProcess } from './policy.ts'
import { type Restart, readStart } from './restart-instances.ts'

/** The result of a restart that was carried out and rolled back. */
export interface TriedRestart {
  /** Why it fails; null when it is possible. */
  readonly problem: string | null
  readonly starts: readonly string[]
  /** How the new instance would end; null: it waits. */
  readonly outcome: string | null
}

/**
 * Tries a restart: restarts an instance and rolls everything back. Returns what would start, or why it is impossible.
 */
export async function tryRestart(
  context: OperationContext,
  request: Request,
  { id, ...restart }: Restart & { readonly id: string },
): Promise<TriedRestart | Refusal> {
  const thing = { kind: 'process', id: restart.definitionId } as const
  const refusal = await needFor(context, request, 'instances.restart', { thing, gone: noSuchProcess })
  if (refusal !== null) return refusal
  try {
    return await unitOfWork(context.runtime, actorOf(request), async (unit) => {
      const command = await readStart(context, request, unit.tx, { ...restart, id })
      const answer = await unit.start(command)
      if (!answer.ok)
        return unit.abandon<TriedRestart>({
          problem: refusalOf(answer, noSuchProcess).message,
          starts: [],
          outcome: null,
        })
      const { starts, outcome } = sumUp(answer.events, command.instanceId)
      return unit.abandon<TriedRestart>({ problem: null, starts: starts.map(({ elementId }) => elementId), outcome })
    })
  } catch (error) {
    return caught(error)
  }
}
