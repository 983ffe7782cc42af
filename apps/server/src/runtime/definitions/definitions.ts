import { readBpmn } from '@millrace/bpmn'
import { parseDmn } from '@millrace/dmn'
import {
  createDefinition,
  type DecisionDefinition,
  type Definition,
  type DefinitionRef,
  type JavaBinding,
  type Sources,
} from '@millrace/engine'
import type { BusinessCalendar } from '@millrace/time'
import type { Statement } from '../../platform/db/batch.ts'
import type { Tx } from '../../platform/db/database.ts'
import { decodeXml } from '../deploy/decode-xml.ts'
import type { Runtime } from '../runtime.ts'
import type { Shelf } from './definition-cache.ts'
import { getStandaloneTasks, standaloneTasks } from './standalone-tasks.ts'

/** What one command has looked up so far: which version each reference means, texts of files, what is
 * bound to Java, calendars. */
export interface CommandSources extends Sources {
  readonly resolved: Map<string, string | null>
  /** By id. They stay with the command, whatever makes room for others meanwhile. */
  readonly processes: Map<string, Definition>
  readonly decisions: Map<string, DecisionDefinition>
  readonly resources: Map<string, string | null>
  readonly bindings: Map<string, JavaBinding | null>
  readonly calendars: Map<string, BusinessCalendar | null>
}

export function sourcesFor(runtime: Runtime, workplaceId: string): CommandSources {
  const resolved = new Map<string, string | null>()
  const processes = new Map<string, Definition>()
  const decisions = new Map<string, DecisionDefinition>()
  const resources = new Map<string, string | null>()
  const bindings = new Map<string, JavaBinding | null>()
  const calendars = new Map<string, BusinessCalendar | null>()
  const find = <T>(
    kind: string,
    ref: DefinitionRef,
    { own, shelf }: { readonly own: Map<string, T>; readonly shelf: Shelf<T> },
  ): T | null | undefined => {
    const id = ref.by === 'id' ? ref.id : resolved.get(keyOf(kind, ref))
    // A run asks for the same one over and over.
    const known = id == null ? undefined : own.get(id)
    if (known !== undefined) return known
    if (resolved.get(keyOf(kind, ref)) === null) return null
    const kept = id == null ? undefined : shelf.get(`${workplaceId} ${id}`)
    if (id != null && kept !== undefined) own.set(id, kept)
    return kept
  }
  const { definitions } = runtime
  return {
    resolved,
    processes,
    decisions,
    resources,
    bindings,
    calendars,
    process: (ref) => find('process', ref, { own: processes, shelf: definitions.processes }),
    decision: (ref) => find('decision', ref, { own: decisions, shelf: definitions.decisions }),
    resource: (deploymentId, name) => resources.get(`${deploymentId} ${name}`),
    binding: (name) => bindings.get(name),
    calendar: (name) => calendars.get(name),
  }
}

/** A definition by id, read from the database when no earlier command has. */
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
  sources.resolved.set(keyOf('process', ref), row?.id ?? null)
  if (row === null || sources.process({ by: 'id', id: row.id }) != null) return
  const xml = (await selectResource(tx, workplaceId, row.deploymentId, row.resourceName)) ?? ''
  const read = await readBpmn(xml)
  // What was deployed runs on, also when a later version of the checks would refuse it.
  const processes = read.ok ? read.document.processes : read.processes
  const model = processes.find(({ id }) => id === row.key)
  if (model === undefined)
    throw new Error(
      `Expected process ${row.key} in ${row.resourceName} of deployment ${row.deploymentId}, but it cannot be read any more.`,
    )
  const { id, key, version, deploymentId, tenantId } = row
  const definition = createDefinition({ id, key, version, deploymentId, tenantId, model })
  sources.processes.set(id, definition)
  runtime.definitions.processes.set(`${workplaceId} ${id}`, definition, xml.length)
}

export async function fetchDecision(
  runtime: Runtime,
  tx: Tx,
  workplaceId: string,
  sources: CommandSources,
  ref: DefinitionRef,
): Promise<void> {
  const row = await selectDefinition(tx, workplaceId, 'decision_definition', ref)
  sources.resolved.set(keyOf('decision', ref), row?.id ?? null)
  if (row === null || sources.decision({ by: 'id', id: row.id }) != null) return
  const xml = (await selectResource(tx, workplaceId, row.deploymentId, row.resourceName)) ?? ''
  const parsed = parseDmn(xml)
  if (!parsed.ok)
    throw new Error(
      `Expected decision ${row.key} in ${row.resourceName} of deployment ${row.deploymentId}, but it cannot be read any more.`,
    )
  const decision: DecisionDefinition = { id: row.id, key: row.key, version: row.version, model: parsed.model }
  sources.decisions.set(row.id, decision)
  runtime.definitions.decisions.set(`${workplaceId} ${row.id}`, decision, xml.length)
}

export async function fetchResource(
  tx: Tx,
  workplaceId: string,
  sources: CommandSources,
  need: { deploymentId: string; name: string },
): Promise<void> {
  sources.resources.set(
    `${need.deploymentId} ${need.name}`,
    await selectResource(tx, workplaceId, need.deploymentId, need.name),
  )
}

// --- queries ------------------------------------------------------------------------------------

interface DefinitionRow {
  readonly id: string
  readonly key: string
  readonly version: number
  readonly deploymentId: string
  readonly resourceName: string
  readonly tenantId: string | null
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
  const [id, key, version, deploymentId, resourceName, tenantId] = row as [
    string,
    string,
    string,
    string,
    string,
    string | null,
  ]
  return { id, key, version: Number(version), deploymentId, resourceName, tenantId }
}

const columns = 'id, key, version, deployment_id, resource_name, tenant_id'

/** Of a tenant's own definition and a shared one with the same key, the tenant's own counts. */
function definitionStatement(workplaceId: string, table: DefinitionTable, ref: DefinitionRef): Statement {
  const select = `select ${columns} from ${table} where workplace_id = $1`
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

async function selectResource(tx: Tx, workplaceId: string, deploymentId: string, name: string): Promise<string | null> {
  const [rows] = await tx.batch([
    {
      name: 'resource_text',
      text: `select encode(bytes, 'base64') from deployment_resource where workplace_id = $1 and deployment_id = $2 and name = $3`,
      values: [workplaceId, deploymentId, name],
    },
  ])
  const encoded = rows?.[0]?.[0]
  return typeof encoded === 'string' ? decodeText(Buffer.from(encoded, 'base64')) : null
}

/** What has been deployed could be decoded then; of other files, what cannot be read is shown as such. */
function decodeText(bytes: Uint8Array): string {
  const decoded = decodeXml(bytes)
  return decoded.ok ? decoded.text : new TextDecoder().decode(bytes)
}

function keyOf(kind: string, ref: DefinitionRef): string {
  return `${kind} ${Object.values(ref).join(' ')}`
}
