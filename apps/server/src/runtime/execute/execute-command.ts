import type { Command } from '@millrace/engine'
import type { Actor } from '../../platform/db/actor.ts'
import type { ResultRows, Statement } from '../../platform/db/batch.ts'
import type { Target } from '../load/target.ts'
import type { Runtime } from '../runtime.ts'
import { type Check, type CommandAnswer, type StartCommand, unitOfWork } from './unit-of-work.ts'

export interface Execution {
  readonly target: Target
  readonly command: Command
  readonly check?: Check
}

/** Executes one command as a unit of work. */
export function executeCommand(
  runtime: Runtime,
  actor: Actor,
  { target, command, check }: Execution,
): Promise<CommandAnswer> {
  return unitOfWork(runtime, actor, async (unit) => {
    const answer = await unit.execute(target, command, check)
    return answer.ok ? answer : unit.abandon(answer)
  })
}

export type Started = Extract<CommandAnswer, { ok: true }> & {
  /** The rows that the extra statements returned, in their order. */
  readonly found: readonly ResultRows[]
}

/**
 * Executes one start as a unit of work: one round trip when its definitions are cached.
 *
 * @param extra statements of the same commit, such as the row of a form, or queries at the end.
 */
export async function executeStart(
  runtime: Runtime,
  actor: Actor,
  { command, extra = [] }: { readonly command: StartCommand; readonly extra?: readonly Statement[] },
): Promise<Started | Extract<CommandAnswer, { ok: false }>> {
  let found: readonly (() => ResultRows)[] = []
  const answer = await unitOfWork(runtime, actor, async (unit) => {
    const started = await unit.start(command)
    if (!started.ok) return unit.abandon(started)
    found = extra.map((statement) => unit.readAtEnd(statement))
    return started
  })
  return answer.ok ? { ...answer, found: found.map((rows) => rows()) } : answer
}
