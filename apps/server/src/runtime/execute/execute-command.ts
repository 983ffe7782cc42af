import type { Command } from '@millrace/engine'
import type { Actor } from '../../platform/db/actor.ts'
import type { Statement } from '../../platform/db/batch.ts'
import type { Target } from '../load/load-rows.ts'
import type { Runtime } from '../runtime.ts'
import { type Check, type CommandAnswer, type StartCommand, unitOfWork } from './unit-of-work.ts'

export interface Execution {
  readonly target: Target
  readonly command: Command
  /** Statements that belong to the same commit, such as the row of a form. */
  readonly extra?: readonly Statement[]
  readonly check?: Check
}

/** A unit of work of one command. */
export function executeCommand(
  runtime: Runtime,
  actor: Actor,
  { target, command, extra = [], check }: Execution,
): Promise<CommandAnswer> {
  return unitOfWork(runtime, actor, async (unit) => {
    const answer = await unit.execute(target, command, check)
    if (!answer.ok) return unit.abandon(answer)
    unit.write(...extra)
    return answer
  })
}

/** A unit of work of one start: one round trip when its definitions are at hand. */
export function executeStart(
  runtime: Runtime,
  actor: Actor,
  { command, extra = [] }: { readonly command: StartCommand; readonly extra?: readonly Statement[] },
): Promise<CommandAnswer> {
  return unitOfWork(runtime, actor, async (unit) => {
    const answer = await unit.start(command)
    if (!answer.ok) return unit.abandon(answer)
    unit.write(...extra)
    return answer
  })
}
