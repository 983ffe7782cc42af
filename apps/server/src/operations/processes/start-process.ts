import type { Event, StartMove } from '@millrace/engine'
import type { Request } from '../../platform/auth/request.ts'
import type { Statement } from '../../platform/db/batch.ts'
import type { Tx } from '../../platform/db/database.ts'
import { Refusal, refuse } from '../../platform/errors/refusal.ts'
import { actorOf } from '../../runtime/actor.ts'
import { getProcess } from '../../runtime/definitions/definitions.ts'
import { readAtRevision } from '../../runtime/definitions/revision-memory.ts'
import { executeStart } from '../../runtime/execute/execute-command.ts'
import { nextTaskStatement, readNextTask } from '../../runtime/execute/next-task.ts'
import { dropDraftStatement, startSubject } from '../../runtime/forms/drafts.ts'
import { formFieldStatements } from '../../runtime/forms/form-fields.ts'
import { refuseUnoffered } from '../../runtime/look-ups/check-offered.ts'
import { presentTitle } from '../../runtime/titles/instance-title.ts'
import { codeOf, EngineRefusal, type NotDone } from '../carry-out.ts'
import { type GivenValues, type GivenVariables, isWrittenAsGiven } from '../given-values.ts'
import type { OperationContext } from '../operation-context.ts'
import { noSuchProcess, refuseAnyStart, refuseStart } from './policy.ts'
import { type ReadStart, readStartForm, type StartCommand } from './read-start-form.ts'
import { findStartable, type StartableRow } from './startable.ts'

export interface Start {
  /** The id of the version. */
  readonly id: string
  readonly businessKey: string | null
  readonly caseInstanceId?: string | null
  readonly given: GivenValues
  /** A start event that something particular fires, and which definition of it has happened. */
  readonly startElementId?: string
  readonly startDefinitionIndex?: number
  /** The elements at which tokens start instead, for clients that start an instance with their own variables. */
  readonly moves?: readonly StartMove[]
  readonly skipsListeners?: boolean
  readonly skipsIoMappings?: boolean
  /** Whether the answer contains the first task of the user, so that the user can continue with it. */
  readonly goesOn?: boolean
  /** Statements of the same commit. */
  readonly alongside?: (instanceId: string) => readonly Statement[]
}

export interface Started {
  /** The started process. */
  readonly process: { readonly id: string; readonly key: string; readonly tenantId: string | null }
  readonly instanceId: string
  readonly businessKey: string | null
  /** The title of the new instance. */
  readonly title: string
  /** The task of the new instance that is the user's: where to go on. Null for who does not. */
  readonly nextTaskId: string | null
  readonly events: readonly Event[]
}

/** Starts an instance of exactly this version. If a step before the first wait state fails, no instance is created. */
export async function startProcess(
  context: OperationContext,
  request: Request,
  start: Start,
): Promise<Started | Refusal> {
  const { user } = request
  const read = await readStart(context, request, start)
  if (read instanceof Refusal) return read
  const unoffered = await refuseUnoffered(context.runtime, user.workplaceId, read.claims)
  if (unoffered !== null) return unoffered
  const { command, extra, subject } = read
  const { instanceId, businessKey, definition, tenantId } = command
  const drop = dropDraftStatement({ workplaceId: user.workplaceId, userId: user.id, kind: 'start', subject })
  const next = start.goesOn ? [nextTaskStatement(user, instanceId)] : []
  const more = start.alongside?.(instanceId) ?? []
  const answer = await executeStart(context.runtime, actorOf(request), {
    command,
    extra: [...extra, drop, ...more, ...next],
  })
  if (!answer.ok) return notStarted(answer)
  const { events } = answer
  const title = titleOf(command, events)
  const nextTaskId = start.goesOn ? readNextTask(answer.found.at(-1)) : null
  const process = { id: definition.id, key: definition.key, tenantId }
  return { process, instanceId, businessKey, title, nextTaskId, events }
}

function elsewhereIsForOperators(): Refusal {
  return refuse(
    'right.missing',
    'Expected the right to start a process elsewhere than at its beginning, but you do not have it. Start it without instructions.',
  )
}

function titleOf({ instanceId, businessKey, definition }: StartCommand, events: readonly Event[]): string {
  const patches = events.flatMap((event) =>
    event.type === 'instanceChanged' && event.id === instanceId ? event.patch : [],
  )
  const title = patches.findLast((patch) => patch.title !== undefined)?.title ?? null
  const { model, key } = definition
  return presentTitle({ id: instanceId, title, businessKey, process: model.name ?? key })
}

async function readStart(context: OperationContext, request: Request, start: Start): Promise<ReadStart | Refusal> {
  const { user } = request
  const refusal = refuseAnyStart(user)
  if (refusal !== null) return refusal
  return context.db.read(request, async (tx) => {
    const row = await readAtRevision(context.runtime.definitions.rows, user, ['startable', start.id], () =>
      findStartable(tx, user.workplaceId, start.id),
    )
    if (row === null) return noSuchProcess()
    const { given } = start
    const isAsGiven = isWrittenAsGiven(user, given, 'instances.start', row.key)
    return (
      refuseStart(user, row) ??
      (start.moves !== undefined && !isAsGiven ? elsewhereIsForOperators() : null) ??
      (isAsGiven && given.kind === 'variables'
        ? startAsGiven(context, tx, { request, row, start, given })
        : readStartForm(context.runtime, tx, { user, row, given, businessKey: start.businessKey }))
    )
  })
}

/** Starts an instance with variables of the caller. */
async function startAsGiven(
  { runtime }: OperationContext,
  tx: Tx,
  { request, row, start, given }: { request: Request; row: StartableRow; start: Start; given: GivenVariables },
): Promise<ReadStart | Refusal> {
  const definition = await getProcess(runtime, tx, request.workplaceId, { by: 'id', id: row.id })
  if (definition === null) return noSuchProcess()
  const instanceId = runtime.newId()
  const { businessKey, startElementId = null, startDefinitionIndex, moves, skipsListeners, skipsIoMappings } = start
  const { variables, fields = [] } = given
  return {
    subject: startSubject(row),
    command: {
      type: 'startInstance',
      definition,
      instanceId,
      businessKey,
      caseInstanceId: start.caseInstanceId ?? null,
      variables,
      startElementId,
      ...(startDefinitionIndex !== undefined && { startDefinitionIndex }),
      tenantId: row.tenant_id,
      ...(moves !== undefined && { moves }),
      ...(skipsListeners !== undefined && { skipsListeners }),
      ...(skipsIoMappings !== undefined && { skipsIoMappings }),
    },
    claims: [],
    extra: formFieldStatements(runtime, actorOf(request), { instanceId, taskId: null, elementId: null, fields }),
  }
}

/** Returns the refusal for a start that the engine did not carry out. */
export function notStarted(answer: NotDone): Refusal {
  if (answer.reason === 'failed') return new EngineRefusal(codeOf(answer.failure), answer.failure.message, answer)
  const message =
    answer.reason === 'refused' ? answer.refusal.message : 'Expected a process that can be started, but it was deleted.'
  return new EngineRefusal('definition.not-startable', message, answer)
}
