import type { Actor } from '../../platform/db/actor.ts'
import type { Statement } from '../../platform/db/batch.ts'
import type { Tx } from '../../platform/db/database.ts'
import { getProcess } from '../definitions/definitions.ts'
import { executeCommand } from '../execute/execute-command.ts'
import { type Unit, unitOfWork } from '../execute/unit-of-work.ts'
import { forgetInstances, forgetInstancesOf } from '../history/forget-instances.ts'
import type { Runtime } from '../runtime.ts'
import { dropRootStatements } from '../save/drop-root.ts'
import { handOnPlansStatement } from '../save/suspension-statements.ts'
import { closeStartEvents, openStartEvents } from './start-events.ts'

export interface DeleteOptions {
  /** Ends and forgets their instances, history and all. Without it nothing may be running. */
  readonly cascade: boolean
  /** Ends them without their listeners. */
  readonly skipsListeners?: boolean
  /** Ends them without their output mappings. */
  readonly skipsIoMappings?: boolean
  /** Sent in the transaction of the deletion, while the deployment or definition still exists. */
  readonly log?: Statement
}

export type DeleteAnswer =
  | { readonly ok: true }
  | { readonly ok: false; readonly reason: 'running'; readonly instances: number }

/**
 * Deletes a deployment with its files and definitions, and ends their instances. Keeps history unless `cascade` is set.
 */
export async function deleteDeployment(
  runtime: Runtime,
  actor: Actor,
  deploymentId: string,
  options: DeleteOptions,
): Promise<void> {
  const { cascade, log } = options
  const { workplaceId } = actor
  const definitionIds = await runtime.db.read(actor, (tx) => selectDefinitionIds(tx, workplaceId, deploymentId))
  await endInstances(runtime, actor, definitionIds, options)
  if (cascade) await forgetInstancesOf(runtime, actor, definitionIds)
  await unitOfWork(runtime, actor, async (unit) => {
    if (cascade) unit.write(forgetElements(workplaceId, definitionIds))
    await closeStartEvents(unit, workplaceId, definitionIds)
    const older = await selectOlder(unit.tx, workplaceId, definitionIds)
    unit.write(handOnPlansStatement(workplaceId, definitionIds))
    if (log !== undefined) unit.write(log)
    unit.write({
      name: 'deployment_delete',
      text: 'delete from deployment where workplace_id = $1 and id = $2',
      values: [workplaceId, deploymentId],
    })
    if (cascade) unit.write(forgetLifetimes(workplaceId, definitionIds))
    await reopen(runtime, unit, workplaceId, older)
  })
  // Those that have ended meanwhile.
  if (cascade) await forgetInstancesOf(runtime, actor, definitionIds)
}

/** Deletes one process definition. The version before it is then the latest again. */
export async function deleteProcessDefinition(
  runtime: Runtime,
  actor: Actor,
  definitionId: string,
  options: DeleteOptions,
): Promise<DeleteAnswer> {
  const { cascade, log } = options
  const { workplaceId } = actor
  const instances = await runtime.db.read(actor, (tx) => countRunning(tx, workplaceId, definitionId))
  if (instances > 0 && !cascade) return { ok: false, reason: 'running', instances }
  await endInstances(runtime, actor, [definitionId], options)
  if (cascade) await forgetInstancesOf(runtime, actor, [definitionId])
  await unitOfWork(runtime, actor, async (unit) => {
    const older = await selectOlder(unit.tx, workplaceId, [definitionId])
    if (cascade) unit.write(forgetElements(workplaceId, [definitionId]))
    await closeStartEvents(unit, workplaceId, [definitionId])
    unit.write(handOnPlansStatement(workplaceId, [definitionId]))
    if (log !== undefined) unit.write(log)
    unit.write({
      name: 'process_definition_delete',
      text: 'delete from process_definition where workplace_id = $1 and id = $2',
      values: [workplaceId, definitionId],
    })
    if (cascade) unit.write(forgetLifetimes(workplaceId, [definitionId]))
    await reopen(runtime, unit, workplaceId, older)
  })
  if (cascade) await forgetInstancesOf(runtime, actor, [definitionId])
  return { ok: true }
}

async function selectDefinitionIds(tx: Tx, workplaceId: string, deploymentId: string): Promise<string[]> {
  const [rows] = await tx.batch([
    {
      name: 'definitions_of_deployment',
      text: 'select id from process_definition where workplace_id = $1 and deployment_id = $2',
      values: [workplaceId, deploymentId],
    },
  ])
  return (rows ?? []).map(([id]) => id as string)
}

async function countRunning(tx: Tx, workplaceId: string, definitionId: string): Promise<number> {
  const [rows] = await tx.batch([
    {
      name: 'instances_of_definition',
      text: 'select count(*) from instance where workplace_id = $1 and definition_id = $2',
      values: [workplaceId, definitionId],
    },
  ])
  return Number(rows?.[0]?.[0] ?? 0)
}

/**
 * Each as if somebody deleted it: without listeners and mappings where one fails. What cannot be ended even so loses
 * its rows.
 */
async function endInstances(
  runtime: Runtime,
  actor: Actor,
  definitionIds: readonly string[],
  options: DeleteOptions,
): Promise<void> {
  const { workplaceId } = actor
  for (;;) {
    const [rows] = await runtime.db.read(actor, (tx) =>
      tx.batch([
        {
          name: 'roots_to_end',
          text: 'select distinct root_id from instance where workplace_id = $1 and definition_id = any($2::uuid[]) limit 100',
          values: [workplaceId, definitionIds],
        },
      ]),
    )
    if (rows === undefined || rows.length === 0) return
    for (const [rootId] of rows) await endInstance(runtime, actor, rootId as string, options)
  }
}

async function endInstance(
  runtime: Runtime,
  actor: Actor,
  id: string,
  { skipsListeners = false, skipsIoMappings = false }: DeleteOptions,
): Promise<void> {
  const { workplaceId } = actor
  for (const skips of [
    { skipsListeners, skipsIoMappings },
    { skipsListeners: true, skipsIoMappings: true },
  ]) {
    const command = { type: 'deleteInstance', instanceId: id, reason: 'deployment deleted', ...skips } as const
    const answer = await executeCommand(runtime, actor, { target: { by: 'root', id }, command })
    if (answer.ok) return
  }
  const [rows] = await runtime.db.read(actor, (tx) =>
    tx.batch([
      {
        name: 'instances_of_root',
        text: 'select id from instance where workplace_id = $1 and root_id = $2',
        values: [workplaceId, id],
      },
    ]),
  )
  await unitOfWork(runtime, actor, (unit) => unit.change({ by: 'root', id }, ...dropRootStatements(workplaceId, id)))
  // Nobody finds them any more, by whom they could be forgotten later.
  const dropped = rows ?? []
  await forgetInstances(
    runtime,
    actor,
    dropped.map(([instanceId]) => instanceId ?? ''),
  )
}

/** Deletes the elements of definitions, by which history is searched. */
function forgetElements(workplaceId: string, definitionIds: readonly string[]): Statement {
  return {
    name: 'process_element_purge',
    text: 'delete from process_element where workplace_id = $1 and definition_id = any($2::uuid[])',
    values: [workplaceId, definitionIds],
  }
}

/** Returns the versions that become the latest of their key when these no longer exist. */
async function selectOlder(tx: Tx, workplaceId: string, definitionIds: readonly string[]): Promise<string[]> {
  const [rows] = await tx.batch([
    {
      name: 'definitions_older',
      text: `select distinct on (o.key, o.tenant_id) o.id from process_definition d
        join process_definition o on o.workplace_id = d.workplace_id and o.key = d.key and o.tenant_id is not distinct from d.tenant_id and o.id <> all($2::uuid[])
        where d.workplace_id = $1 and d.id = any($2::uuid[])
          and d.version > (select max(l.version) from process_definition l where l.workplace_id = d.workplace_id and l.key = d.key and l.tenant_id is not distinct from d.tenant_id and l.id <> all($2::uuid[]))
        order by o.key, o.tenant_id, o.version desc`,
      values: [workplaceId, definitionIds],
    },
  ])
  return (rows ?? []).map(([id]) => id as string)
}

/** Start events of a version that is the latest again wait again. */
async function reopen(runtime: Runtime, unit: Unit, workplaceId: string, older: readonly string[]): Promise<void> {
  for (const id of older) {
    const definition = await getProcess(runtime, unit.tx, workplaceId, { by: 'id', id })
    if (definition !== null) await openStartEvents(unit, definition)
  }
}

/** A definition whose history goes with it needs no time to live any more. */
function forgetLifetimes(workplaceId: string, definitionIds: readonly string[]): Statement {
  return {
    name: 'former_definition_delete',
    text: 'delete from former_definition where workplace_id = $1 and id = any($2)',
    values: [workplaceId, [...definitionIds]],
  }
}
