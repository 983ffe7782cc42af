import type { ErrorCode } from '@millrace/contract'
import type { Command, CommandResult, Event, Failure, InstanceState, RefusalCode } from '@millrace/engine'
import type { Request } from '../platform/auth/request.ts'
import type { ResultRows, Statement } from '../platform/db/batch.ts'
import type { Tx } from '../platform/db/database.ts'
import { Refusal } from '../platform/errors/refusal.ts'
import { actorOf } from '../runtime/actor.ts'
import { executeAll } from '../runtime/execute/execute-all.ts'
import { type FailurePlace, recordFailure } from '../runtime/execute/record-failure.ts'
import { type CommandAnswer, type CommandChoice, type Unit, unitOfWork } from '../runtime/execute/unit-of-work.ts'
import type { ManyTarget, Target } from '../runtime/load/target.ts'
import type { OperationContext } from './operation-context.ts'
import { findOutsideTenants } from './tenants/find-tenant.ts'

/** The outcome of a command that was not carried out. */
export type NotDone = Exclude<CommandAnswer, { ok: true }>

/** A refusal of the engine, with the engine's own answer, so that each surface can use its own text. */
export class EngineRefusal extends Refusal {
  readonly answer: NotDone

  constructor(code: ErrorCode, message: string, answer: NotDone) {
    super(code, message)
    this.answer = answer
  }
}

export interface CommandOrder {
  readonly target: Target
  readonly command: CommandChoice
  /** The refusal when the object no longer exists. */
  readonly gone: () => Refusal
  /** The location of the incident when a step fails; missing: no incident is recorded. */
  readonly place?: FailurePlace | null
  /** Asked with the state under the lock, before anything happens. */
  readonly check?: (rows: InstanceState) => Refusal | null
  /** Statements for the same commit. A function is called after the command, when its changes are known. */
  readonly extra?: readonly Statement[] | (() => readonly Statement[])
}

/** The additions of a caller to the transaction of a command: statements of the same commit, and a check before it. */
export interface CommitExtras {
  /** Statements for the same commit, such as the one that marks an item of a batch as done. */
  readonly alongside?: readonly Statement[]
  /**
   * Called in the transaction of the command, with the object locked, before anything changes. It checks what the rows
   * of the engine do not contain. If it refuses, nothing changes.
   */
  readonly before?: (tx: Tx) => Promise<Refusal | null>
}

export interface Carried {
  readonly result: CommandResult
  readonly events: readonly Event[]
  /** The rows that the statements of `alongside` and `extra` returned, in their order. */
  readonly found: readonly ResultRows[]
}

/**
 * Executes a command for a user. If a step of the process fails, nothing changes, except that an incident describes the
 * failure.
 */
export function carryOut(
  context: OperationContext,
  request: Request,
  order: CommandOrder,
  extras: CommitExtras = {},
): Promise<Carried | Refusal> {
  return carryOutRead(context, request, async () => order, extras)
}

/**
 * Carries out a command that is built from stored rows.
 * @param read returns the command from rows: first from those in memory (`Unit.known`), and again from the database if
 * these were out of date.
 */
export async function carryOutRead(
  { runtime }: OperationContext,
  request: Request,
  read: (unit: Pick<Unit, 'known'>) => Promise<CommandOrder | Refusal>,
  { alongside = [], before }: CommitExtras = {},
): Promise<Carried | Refusal> {
  try {
    let found: readonly (() => ResultRows)[] = []
    let order: CommandOrder | undefined
    const answer = await unitOfWork(runtime, actorOf(request), async (unit) => {
      const made = await read(unit)
      if (made instanceof Refusal) return made
      order = made
      if (before !== undefined) {
        await unit.change(made.target)
        const refusal = await before(unit.tx)
        if (refusal !== null) return refusal
      }
      const done = await unit.execute(made.target, made.command, refusing(made.check))
      if (!done.ok) return unit.abandon(done)
      const extra = typeof made.extra === 'function' ? made.extra() : (made.extra ?? [])
      found = [...alongside, ...extra].map((statement) => unit.readAtEnd(statement))
      return done
    })
    if (answer instanceof Refusal) return answer
    if (order === undefined) throw new Error('Expected an order for what was carried out.')
    const { target, gone, place = null } = order
    if (answer.ok) return { result: answer.result, events: answer.events, found: found.map((rows) => rows()) }
    if (answer.reason === 'failed' && place !== null)
      await recordFailure(runtime, actorOf(request), target, { failure: answer.failure, place })
    return refusalOf(answer, gone)
  } catch (error) {
    return caught(error)
  }
}

export interface ManyOrder {
  readonly by: ManyTarget
  readonly ids: readonly string[]
  readonly commandFor: (id: string) => Command
  /** Returns the refusal for an object that no longer exists; missing: such objects are skipped. */
  readonly gone?: (id: string) => Refusal
}

/**
 * Executes a command for each of several objects of one kind, all or none. Returns null on success, otherwise a
 * refusal.
 */
export async function carryOutForAll(
  { db, runtime }: OperationContext,
  request: Request,
  { by, ids, commandFor, gone }: ManyOrder,
): Promise<Refusal | null> {
  const { user } = request
  if (user.seesTenants != null) {
    const hidden = await db.read(request, (tx) => findOutsideTenants(tx, user, by, ids))
    if (hidden !== null) return (gone ?? noSuchObject)(hidden)
  }
  const many = { by, ids, isGoneFine: gone === undefined }
  const answer = await executeAll(runtime, actorOf(request), many, commandFor)
  if (answer.ok) return null
  const { id } = answer
  const missing = () => (gone ?? noSuchObject)(id)
  return refusalOf(answer.answer, missing)
}

function noSuchObject(): Refusal {
  return new Refusal('thing.not-found', 'Expected an existing object, but it was deleted.')
}

export function refusalOf(answer: NotDone, gone: () => Refusal): Refusal {
  if (answer.reason === 'gone') return new EngineRefusal(gone().code, gone().message, answer)
  if (answer.reason === 'failed') return new EngineRefusal(codeOf(answer.failure), answer.failure.message, answer)
  const code = codes[answer.refusal.code]
  return code === 'gone'
    ? new EngineRefusal(gone().code, gone().message, answer)
    : new EngineRefusal(code, answer.refusal.message, answer)
}

export function codeOf({ code }: Failure): ErrorCode {
  return code === 'engine.budget' ? 'budget.exceeded' : 'process.refused'
}

/** The codes of refusals by the codes of the engine. */
const codes = {
  'engine.task-gone': 'gone',
  'engine.instance-gone': 'gone',
  'engine.not-waiting': 'gone',
  'engine.job-gone': 'gone',
  'engine.external-task-gone': 'gone',
  'engine.task-claimed': 'task.taken',
  'engine.task-state': 'process.refused',
  'engine.instance-suspended': 'task.suspended',
  'engine.definition-suspended': 'task.suspended',
  'engine.start-not-possible': 'definition.not-startable',
  'engine.element-unknown': 'process.refused',
  'engine.value-invalid': 'process.refused',
  'engine.migration-impossible': 'process.refused',
  'engine.move-impossible': 'process.refused',
} as const satisfies Record<RefusalCode, ErrorCode | 'gone'>

/** The runtime's check throws to refuse. */
function refusing(check: CommandOrder['check']): ((state: InstanceState) => void) | undefined {
  if (check === undefined) return undefined
  return (state) => {
    const refusal = check(state)
    if (refusal !== null) throw refusal
  }
}

/** Converts a thrown refusal into the value that operations return, and throws other errors again. */
export function caught(error: unknown): Refusal {
  if (error instanceof Refusal) return error
  throw error
}
