import type { Command } from '@millrace/engine'
import type { Actor } from '../../platform/db/actor.ts'
import type { ResultRows, Statement } from '../../platform/db/batch.ts'
import type { Target } from '../load/load-rows.ts'
import type { Runtime } from '../runtime.ts'
import { type Check, type CommandAnswer, type StartCommand, type Unit, unitOfWork } from './unit-of-work.ts'

export interface Execution {
  readonly target: Target
  readonly command: Command
  /** Statements that belong to the same commit, such as the row of a form, or what is read once all is done. */
  readonly extra?: readonly Statement[]
  readonly check?: Check
}

export type Executed = Extract<CommandAnswer, { ok: true }> & {
  /** What the extra statements answered, in their order. */
  readonly found: readonly ResultRows[]
}

/** A unit of work of one command. */
export function executeCommand(
  runtime: Runtime,
  actor: Actor,
  { target, command, extra, check }: Execution,
): Promise<Executed | Extract<CommandAnswer, { ok: false }>> {
  return executeOne(runtime, actor, { carryOut: (unit) => unit.execute(target, command, check), extra })
}

/** A unit of work of one start: one round trip when its definitions are at hand. */
export function executeStart(
  runtime: Runtime,
  actor: Actor,
  { command, extra }: { readonly command: StartCommand; readonly extra?: readonly Statement[] },
): Promise<Executed | Extract<CommandAnswer, { ok: false }>> {
  return executeOne(runtime, actor, { carryOut: (unit) => unit.start(command), extra })
}

async function executeOne(
  runtime: Runtime,
  actor: Actor,
  {
    carryOut,
    extra = [],
  }: { readonly carryOut: (unit: Unit) => Promise<CommandAnswer>; readonly extra: readonly Statement[] | undefined },
): Promise<Executed | Extract<CommandAnswer, { ok: false }>> {
  let last: readonly (() => ResultRows)[] = []
  const answer = await unitOfWork(runtime, actor, async (unit) => {
    const carried = await carryOut(unit)
    if (!carried.ok) return unit.abandon(carried)
    last = extra.map((statement) => unit.readAtEnd(statement))
    return carried
  })
  return answer.ok ? { ...answer, found: last.map((rows) => rows()) } : answer
}
