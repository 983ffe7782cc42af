import type { PlainVariable, StartMove } from '@millrace/engine'
import type { Request } from '../../platform/auth/request.ts'
import type { Tx } from '../../platform/db/database.ts'
import { type Refusal, refuse } from '../../platform/errors/refusal.ts'
import { actorOf } from '../../runtime/actor.ts'
import { getProcess } from '../../runtime/definitions/definitions.ts'
import { type InstanceStart, unitOfWork } from '../../runtime/execute/unit-of-work.ts'
import { type EndedInstance, readEndedInstance, readVariablesOf } from '../../runtime/history/ended-instances.ts'
import { type CommitExtras, caught, refusalOf } from '../carry-out.ts'
import type { OperationContext } from '../operation-context.ts'
import { needFor } from '../process-reference.ts'
import { copyFiles, copyObjects } from './copy-files.ts'
import { noSuchProcess } from './policy.ts'

/** A restart of ended instances: its start points, variables and options. */
export interface Restart {
  /** The version of the ended instances. */
  readonly definitionId: string
  readonly moves: readonly StartMove[]
  /** Whether the new instances get the initial variables of the ended ones, instead of their last variables. */
  readonly hasFirstVariables: boolean
  readonly isWithoutBusinessKey: boolean
  readonly skipsListeners: boolean
  readonly skipsIoMappings: boolean
}

/**
 * Starts a new instance for each ended one, with its variables and its business key: all or none.
 * @returns the new instances, in the same order.
 */
export async function restartInstances(
  context: OperationContext,
  request: Request,
  { ids, ...restart }: Restart & { readonly ids: readonly string[] },
  { alongside = [] }: CommitExtras = {},
): Promise<readonly string[] | Refusal> {
  const thing = { kind: 'process', id: restart.definitionId } as const
  const refusal = await needFor(context, request, 'instances.restart', { thing, gone: noSuchProcess })
  if (refusal !== null) return refusal
  try {
    const objects = await copyObjects(context.runtime, request, ids)
    return await unitOfWork(context.runtime, actorOf(request), async (unit) => {
      const started: string[] = []
      for (const id of ids) {
        const read = await readStart(context, request, unit.tx, { ...restart, id })
        const { workplaceId } = request
        const copy = { workplaceId, from: id, to: read.instanceId, variables: read.variables, objects }
        const command = { ...read, variables: await copyFiles(context.runtime, unit.tx, copy) }
        const answer = await unit.start(command)
        if (!answer.ok) return unit.abandon(refusalOf(answer, noSuchProcess))
        started.push(command.instanceId)
      }
      for (const statement of alongside) unit.readAtEnd(statement)
      return started
    })
  } catch (error) {
    return caught(error)
  }
}

/**
 * Reads the command that starts an ended instance again.
 *
 * @throws Refusal
 */
export async function readStart(
  { runtime }: OperationContext,
  { workplaceId }: Request,
  tx: Tx,
  restart: Restart & { readonly id: string },
): Promise<InstanceStart> {
  const { id, definitionId, moves, skipsListeners, skipsIoMappings } = restart
  const ended = await readEndedInstance(tx, workplaceId, id)
  refuseUnfit(ended, restart)
  const definition = await getProcess(runtime, tx, workplaceId, { by: 'id', id: definitionId })
  if (definition === null || ended === null) throw noSuchProcess()
  if (await isSuspended(tx, workplaceId, definitionId))
    throw refuse(
      'definition.not-startable',
      `Expected a process version that can be started, but ${definitionId} is suspended. Activate it first.`,
    )
  const variables: PlainVariable[] = await readVariablesOf(tx, workplaceId, ended, restart.hasFirstVariables)
  return {
    type: 'startInstance',
    definition,
    instanceId: runtime.newId(),
    businessKey: restart.isWithoutBusinessKey ? null : ended.businessKey,
    caseInstanceId: ended.caseInstanceId,
    variables,
    startElementId: null,
    tenantId: ended.tenantId,
    moves,
    restartOf: id,
    skipsListeners,
    skipsIoMappings,
  }
}

async function isSuspended(tx: Tx, workplaceId: string, definitionId: string): Promise<boolean> {
  const [rows] = await tx.batch([
    {
      name: 'restart_is_suspended',
      text: 'select is_suspended from process_definition where workplace_id = $1 and id = $2',
      values: [workplaceId, definitionId],
    },
  ])
  return rows?.[0]?.[0] === 't'
}

/** @throws Refusal for one that cannot begin again. */
function refuseUnfit(ended: EndedInstance | null, { id, definitionId }: Restart & { readonly id: string }): void {
  if (ended === null)
    throw refuse('thing.not-found', `Expected an instance ${id} that has ended, but history knows none.`, [
      { where: 'instance', message: 'History has no such instance.' },
    ])
  if (ended.isRunning)
    throw refuse('process.refused', `Expected instance ${id} to have ended, but it runs. Move its tokens instead.`)
  if (ended.definitionId !== definitionId)
    throw refuse(
      'process.refused',
      `Expected instance ${id} to be of process version ${definitionId}, but it is of ${ended.definitionId}.`,
    )
}
