import type { HistoryLevel } from '@millrace/contract'
import { createDefinition, type Definition, type DefinitionRef } from '@millrace/engine'
import type { Statement } from '../../platform/db/batch.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { Runtime } from '../runtime.ts'
import { decodeFile, largeDecision, mayImport, readDecisionModel, readProcessModel, sizeOf } from './read-model.ts'
import { type CommandSources, refKey, sourcesFor } from './sources.ts'
import { getStandaloneTasks, standaloneTasks } from './standalone-tasks.ts'

/** Returns a definition by id, from the memory of this process or from the database; null when it does not exist. */
export async function getProcess(
  runtime: Runtime,
  tx: Tx,
  workplaceId: string,
  ref: DefinitionRef,
): Promise<Definition | null> {
  const sources = sourcesFor(runtime, workplaceId)
  const known = sources.process(ref)
  if (known !== undefined) return known
  await fetchProcess(runtime, tx, workplaceId, sources, ref)
  return sources.process(ref) ?? null
}

/** Returns a definition by id for a page; null: it does not exist, or its model cannot be read. */
export async function findReadable(
  runtime: Runtime,
  tx: Tx,
  workplaceId: string,
  ref: DefinitionRef,
): Promise<Definition | null> {
  try {
    return await getProcess(runtime, tx, workplaceId, ref)
  } catch (error) {
    if (error instanceof UnreadableDefinition) return null
    throw error
  }
}

export async function fetchProcess(
  runtime: Runtime,
  tx: Tx,
  workplaceId: string,
  sources: CommandSources,
  ref: DefinitionRef,
): Promise<void> {
  if (ref.by === 'id' && ref.id === standaloneTasks.id) {
    sources.processes.set(ref.id, await getStandaloneTasks())
    return
  }
  const row = await selectDefinition(tx, workplaceId, 'process_definition', ref)
  keepFound(sources, 'process', ref, row)
  if (row === null || sources.process({ by: 'id', id: row.id }) !== undefined) return
  const { id, key, version, deploymentId, tenantId } = row
  const file = await getFile(tx, workplaceId, deploymentId, row.resourceName)
  const model = await readProcessModel(runtime, workplaceId, { file, key })
  if (model === null) throw unreadable('process', row)
  const definition = createDefinition({ id, key, version, deploymentId, tenantId, model })
  runtime.historyLevels.keep(workplaceId, id, row.historyLevel)
  sources.processes.set(id, definition)
  runtime.definitions.processes.set(`${workplaceId} ${id}`, definition, file.length)
}

export async function fetchDecision(
  runtime: Runtime,
  tx: Tx,
  workplaceId: string,
  sources: CommandSources,
  ref: DefinitionRef,
): Promise<void> {
  const row = await selectDefinition(tx, workplaceId, 'decision_definition', ref)
  keepFound(sources, 'decision', ref, row)
  if (row === null || sources.decision({ by: 'id', id: row.id }) !== undefined) return
  const { id, key, version } = row
  const file = await getFile(tx, workplaceId, row.deploymentId, row.resourceName)
  const library = mayImport(file) ? await selectLibrary(tx, workplaceId, row) : []
  const files = { file, library }
  const isLarge = sizeOf(files) > largeDecision
  const model = isLarge ? null : await readDecisionModel(runtime, workplaceId, files)
  if (model === null && !isLarge) throw unreadable('decision', row)
  const decision = { id, key, version, model, files }
  sources.decisions.set(id, decision)
  runtime.definitions.decisions.set(`${workplaceId} ${id}`, decision, sizeOf(files))
}

function keepFound(
  { lookedUp }: CommandSources,
  kind: 'process' | 'decision',
  ref: DefinitionRef,
  row: DefinitionRow | null,
): void {
  const key = refKey(kind, ref)
  lookedUp.resolved.set(key, row?.id ?? null)
  // What runs goes on with the decisions that it was deployed with.
  if (row?.isClosed === true && !(kind === 'decision' && ref.by === 'deployment')) lookedUp.closed.add(key)
}

/** A definition whose file cannot be read any more. */
export class UnreadableDefinition extends Error {}

function unreadable(kind: string, { key, resourceName, deploymentId }: DefinitionRow): Error {
  return new UnreadableDefinition(
    `Expected ${kind} ${key} in ${resourceName} of deployment ${deploymentId}, but it cannot be read any more.`,
  )
}

export async function fetchResource(
  tx: Tx,
  workplaceId: string,
  sources: CommandSources,
  need: { deploymentId: string; name: string },
): Promise<void> {
  const bytes = await selectResource(tx, workplaceId, need.deploymentId, need.name)
  sources.lookedUp.resources.set(`${need.deploymentId} ${need.name}`, bytes && decodeFile(bytes))
}

// --- queries ------------------------------------------------------------------------------------

interface DefinitionRow {
  readonly id: string
  readonly key: string
  readonly version: number
  readonly deploymentId: string
  readonly resourceName: string
  readonly tenantId: string | null
  readonly isClosed: boolean
  /** Decisions have none of their own. */
  readonly historyLevel: HistoryLevel
}

type DefinitionTable = 'process_definition' | 'decision_definition'

async function selectDefinition(
  tx: Tx,
  workplaceId: string,
  table: DefinitionTable,
  ref: DefinitionRef,
): Promise<DefinitionRow | null> {
  const [rows] = await tx.batch([definitionStatement(workplaceId, table, ref)])
  const row = rows?.[0]
  if (row === undefined) return null
  const [id, key, version, deploymentId, resourceName, tenantId, isClosed, historyLevel] = row as [
    string,
    string,
    string,
    string,
    string,
    string | null,
    string,
    HistoryLevel,
  ]
  return {
    id,
    key,
    version: Number(version),
    deploymentId,
    resourceName,
    tenantId,
    isClosed: isClosed === 't',
    historyLevel,
  }
}

const columns = 'id, key, version, deployment_id, resource_name, tenant_id'
const levels = { process_definition: 'history_level', decision_definition: `'full'` } as const
const closed = { process_definition: 'is_suspended', decision_definition: 'has_left' } as const

/**
 * Returns the query of a definition. When a tenant and the shared definitions have the same key, the tenant's
 * definition is used.
 */
function definitionStatement(workplaceId: string, table: DefinitionTable, ref: DefinitionRef): Statement {
  const select = `select ${columns}, ${closed[table]}, ${levels[table]} from ${table} where workplace_id = $1`
  const ofTenant = (parameter: string) =>
    `(tenant_id is null or tenant_id = ${parameter}) order by tenant_id nulls last, version desc limit 1`
  switch (ref.by) {
    case 'id':
      return { name: `${table}_by_id`, text: `${select} and id = $2`, values: [workplaceId, ref.id] }
    case 'latest':
      return {
        name: `${table}_latest`,
        text: `${select} and key = $2 and ${ofTenant('$3')}`,
        values: [workplaceId, ref.key, ref.tenantId],
      }
    case 'deployment':
      return {
        name: `${table}_by_deployment`,
        text: `${select} and key = $2 and deployment_id = $3`,
        values: [workplaceId, ref.key, ref.deploymentId],
      }
    case 'version':
      return {
        name: `${table}_by_version`,
        text: `${select} and key = $2 and version = $4 and ${ofTenant('$3')}`,
        values: [workplaceId, ref.key, ref.tenantId, ref.version],
      }
    case 'versionTag':
      return {
        name: `${table}_by_tag`,
        text: `${select} and key = $2 and version_tag = $4 and ${ofTenant('$3')}`,
        values: [workplaceId, ref.key, ref.tenantId, ref.versionTag],
      }
  }
}

async function getFile(tx: Tx, workplaceId: string, deploymentId: string, name: string): Promise<Uint8Array> {
  const bytes = await selectResource(tx, workplaceId, deploymentId, name)
  if (bytes === null) throw new Error(`Expected ${name} in deployment ${deploymentId}, but there is no such file.`)
  return bytes
}

/** The other files of a deployment that have decisions. */
async function selectLibrary(
  tx: Tx,
  workplaceId: string,
  { deploymentId, resourceName }: DefinitionRow,
): Promise<Uint8Array[]> {
  const [rows = []] = await tx.batch([
    {
      name: 'decision_library',
      text: `select encode(bytes, 'base64') from deployment_resource
        where workplace_id = $1 and deployment_id = $2 and name <> $3 and name ~* '\\.(dmn|dmn1\\d\\.xml)$' order by name`,
      values: [workplaceId, deploymentId, resourceName],
    },
  ])
  return rows.map(([encoded]) => Buffer.from(String(encoded), 'base64'))
}

async function selectResource(
  tx: Tx,
  workplaceId: string,
  deploymentId: string,
  name: string,
): Promise<Uint8Array | null> {
  const [rows] = await tx.batch([
    {
      name: 'resource_text',
      text: `select encode(bytes, 'base64') from deployment_resource where workplace_id = $1 and deployment_id = $2 and name = $3`,
      values: [workplaceId, deploymentId, name],
    },
  ])
  const encoded = rows?.[0]?.[0]
  return typeof encoded === 'string' ? Buffer.from(encoded, 'base64') : null
}
