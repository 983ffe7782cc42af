import type { ProcessModel } from '@millrace/bpmn'
import { iconValue } from '@millrace/contract'
import { createDefinition } from '@millrace/engine'
import type { Actor } from '../../platform/db/actor.ts'
import type { Statement } from '../../platform/db/batch.ts'
import type { Tx } from '../../platform/db/database.ts'
import { type Content, getBytes, isStaged } from '../../platform/uploads/content.ts'
import { elementStatements } from '../definitions/definition-elements.ts'
import { unitOfWork } from '../execute/unit-of-work.ts'
import type { Runtime } from '../runtime.ts'
import { inThread } from '../threads/in-thread.ts'
import { readTime } from '../threads/time-budget.ts'
import { listNeeds, withoutNeeds } from './needs.ts'
import { type DeployedFile, type FileProblem, isGraph, isModel, type ReadFiles, tooLargeFault } from './read-files.ts'
import { closeOlderStartEvents, listTopStarts, openStartEvents } from './start-events.ts'
import { listTakenMessages } from './taken-messages.ts'

export interface DeployRequest {
  readonly name: string | null
  readonly source: string | null
  readonly tenantId: string | null
  readonly files: readonly NewFile[]
}

/** Models have to be held, other files may wait in the database. */
export type NewFile = DeployedFile | { readonly name: string; readonly content: Content }

export interface Deployed {
  readonly id: string
  readonly name: string | null
  readonly source: string | null
  readonly tenantId: string | null
  readonly deployedAt: string
  readonly processes: readonly DeployedProcess[]
  readonly decisions: readonly DeployedDecision[]
  readonly requirements: readonly DeployedDecision[]
  readonly warnings: readonly FileProblem[]
}

export interface DeployedProcess {
  readonly id: string
  readonly version: number
  readonly resourceName: string
  readonly model: ProcessModel
}

export interface DeployedDecision {
  readonly id: string
  readonly key: string
  readonly name: string | null
  readonly version: number
  readonly resourceName: string
  readonly category: string | null
  readonly versionTag: string | null
  readonly historyTimeToLive: number | null
  readonly requirementsId: string | null
  readonly requirementsKey: string | null
}

export type DeployAnswer =
  | { readonly ok: true; readonly deployed: Deployed }
  | { readonly ok: false; readonly problems: readonly FileProblem[] }

/**
 * Deploys files together: every process and decision in them becomes the newest version of its key. One file that cannot
 * be run as it stands, and nothing is deployed; all faults of all files are reported at once.
 */
export async function deploy(runtime: Runtime, actor: Actor, request: DeployRequest): Promise<DeployAnswer> {
  const read = await readModels(runtime, actor, request.files)
  const errors = read.problems.filter(({ severity }) => severity === 'error')
  if (errors.length > 0) return { ok: false, problems: errors }
  return unitOfWork(runtime, actor, async (unit) => {
    const created = await createDeployed(runtime, actor, unit.tx, request, read)
    const problems = await listTakenMessages(unit.tx, actor.workplaceId, created)
    if (problems.length > 0) return { ok: false, problems }
    const files = request.files.map(({ name }) => name)
    const needs = await listNeeds(unit.tx, actor.workplaceId, { ...created, files })
    const deployed = { ...created, warnings: [...withoutNeeds(created), ...needs] }
    const { id: deploymentId, tenantId } = deployed
    unit.write(...deploymentStatements(actor, request, deployed, runtime.newId))
    for (const { id, version, model } of deployed.processes) {
      const { id: key } = model
      await closeOlderStartEvents(unit, actor.workplaceId, { key, tenantId })
      await openStartEvents(unit, createDefinition({ id, key, version, deploymentId, tenantId, model }))
    }
    return { ok: true, deployed }
  })
}

export function contentOf(file: NewFile): Content {
  return 'content' in file ? file.content : file.bytes
}

/** In a thread, whatever their size: checking compiles every expression and script in them. */
async function readModels(runtime: Runtime, { workplaceId }: Actor, all: readonly NewFile[]): Promise<ReadFiles> {
  const files = all.filter(isModel).map((file) => ({ name: file.name, bytes: getBytes(contentOf(file)) }))
  if (files.length === 0) return { processes: [], decisions: [], problems: [] }
  const { budgets } = runtime
  const input = { files, budgets }
  const read = await inThread(runtime, { kind: 'readFiles', input, owner: workplaceId, time: readTime(runtime) })
  if (read.ok) return read.output
  const { at, message } = read.broken
  return { processes: [], decisions: [], problems: [tooLargeFault(at ?? files[0]?.name ?? '', null, message)] }
}

// --- versions -----------------------------------------------------------------------------------

async function createDeployed(
  runtime: Runtime,
  actor: Actor,
  tx: Tx,
  request: DeployRequest,
  read: ReadFiles,
): Promise<Deployed> {
  const { tenantId } = request
  const processKeys = read.processes.map(({ model }) => model.id)
  const decisionKeys = read.decisions.flatMap(({ model }) => model.decisions.map(({ id }) => id))
  const graphKeys = read.decisions.map(({ model }) => model.id)
  const [, processVersions, decisionVersions, graphVersions] = await tx.batch([
    {
      name: 'deployment_lock',
      text: `select pg_advisory_xact_lock(hashtextextended('millrace deployment ' || $1::text, 0))`,
      values: [actor.workplaceId],
    },
    versionStatement('process_definition', actor.workplaceId, tenantId, processKeys),
    versionStatement('decision_definition', actor.workplaceId, tenantId, decisionKeys),
    versionStatement('decision_requirements', actor.workplaceId, tenantId, graphKeys),
  ])
  const next = (rows: readonly (readonly (string | null)[])[] | undefined, key: string) =>
    Number(rows?.find(([known]) => known === key)?.[1] ?? 0) + 1
  const requirements = read.decisions.filter(isGraph).map(({ file, model }) => ({
    id: runtime.newId(),
    key: model.id,
    name: model.name,
    version: next(graphVersions, model.id),
    resourceName: file,
    category: model.namespace,
    versionTag: null,
    historyTimeToLive: null,
    requirementsId: null,
    requirementsKey: null,
  }))
  return {
    id: runtime.newId(),
    name: request.name,
    source: request.source,
    tenantId,
    deployedAt: runtime.clock().toISOString(),
    processes: read.processes.map(({ file, model }) => ({
      id: runtime.newId(),
      version: next(processVersions, model.id),
      resourceName: file,
      model,
    })),
    decisions: read.decisions.flatMap(({ file, model }) => {
      const graph = requirements.find(({ resourceName }) => resourceName === file)
      return model.decisions.map((decision) => ({
        id: runtime.newId(),
        key: decision.id,
        name: decision.name,
        version: next(decisionVersions, decision.id),
        resourceName: file,
        category: model.namespace,
        versionTag: decision.versionTag,
        historyTimeToLive: decision.historyTimeToLive,
        requirementsId: graph?.id ?? null,
        requirementsKey: graph?.key ?? null,
      }))
    }),
    requirements,
    warnings: read.problems,
  }
}

function versionStatement(
  table: string,
  workplaceId: string,
  tenantId: string | null,
  keys: readonly string[],
): Statement {
  return {
    name: `${table}_versions`,
    text: `select key, max(version) from ${table} where workplace_id = $1 and key = any($2::text[]) and coalesce(tenant_id, '') = coalesce($3, '') group by key`,
    values: [workplaceId, keys, tenantId],
  }
}

// --- writing ------------------------------------------------------------------------------------

function deploymentStatements(
  { workplaceId, userId }: Actor,
  { files }: DeployRequest,
  deployed: Deployed,
  newId: () => string,
): Statement[] {
  const { id, name, source, deployedAt, tenantId } = deployed
  return [
    {
      name: 'deployment_insert',
      text: 'insert into deployment (workplace_id, id, name, source, deployed_at, deployed_by, tenant_id) values ($1, $2, $3, $4, $5, $6, $7)',
      values: [workplaceId, id, name, source, deployedAt, userId, tenantId],
    },
    ...files.map((file) => resourceStatement(workplaceId, id, { id: newId(), file })),
    ...deployed.processes.map((process) => processStatement(workplaceId, deployed, process)),
    ...deployed.processes.flatMap(({ id, model }) => elementStatements(workplaceId, id, model, newId)),
    ...deployed.requirements.map(
      (graph): Statement => ({
        name: 'decision_requirements_insert',
        text: `insert into decision_requirements (workplace_id, id, key, version, tenant_id, name, category, deployment_id, resource_name) values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
        values: [
          workplaceId,
          graph.id,
          graph.key,
          graph.version,
          tenantId,
          graph.name,
          graph.category,
          id,
          graph.resourceName,
        ],
      }),
    ),
    ...deployed.decisions.map(
      (decision): Statement => ({
        name: 'decision_definition_insert',
        text: `insert into decision_definition (workplace_id, id, key, version, tenant_id, name, category, version_tag, deployment_id, resource_name, history_time_to_live, requirements_id, requirements_key)
        values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`,
        values: [
          workplaceId,
          decision.id,
          decision.key,
          decision.version,
          tenantId,
          decision.name,
          decision.category,
          decision.versionTag,
          id,
          decision.resourceName,
          decision.historyTimeToLive,
          decision.requirementsId,
          decision.requirementsKey,
        ],
      }),
    ),
  ]
}

function resourceStatement(
  workplaceId: string,
  deploymentId: string,
  { id, file }: { readonly id: string; readonly file: NewFile },
): Statement {
  const insert = 'insert into deployment_resource (workplace_id, deployment_id, id, name, bytes)'
  const content = contentOf(file)
  const values = [workplaceId, deploymentId, id, file.name]
  if (!isStaged(content))
    return {
      name: 'deployment_resource_insert',
      text: `${insert} values ($1, $2, $3, $4, $5::bytea)`,
      values: [...values, content],
    }
  return {
    name: 'deployment_resource_take',
    text: `${insert} select $1, $2, $3, $4, string_agg(bytes, ''::bytea order by number) from upload_piece where workplace_id = $1 and upload_id = $5`,
    values: [...values, content.stagedId],
  }
}

function processStatement(
  workplaceId: string,
  deployed: Deployed,
  { id, version, resourceName, model }: DeployedProcess,
): Statement {
  const texts = (list: ProcessModel['candidateStarterUsers']) => list.map(({ text }) => text)
  return {
    name: 'process_definition_insert',
    text: `insert into process_definition (workplace_id, id, key, version, tenant_id, name, category, description, version_tag, deployment_id, resource_name, history_time_to_live, is_startable, has_none_start, start_form_key, icon, starter_users, starter_groups)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18)`,
    values: [
      workplaceId,
      id,
      model.id,
      version,
      deployed.tenantId,
      model.name,
      model.category,
      model.documentation,
      model.versionTag,
      deployed.id,
      resourceName,
      model.historyTimeToLive,
      model.startableInTasklist,
      listTopStarts(model).some(({ definitions }) => definitions.length === 0),
      startFormKey(model),
      iconOf(model),
      texts(model.candidateStarterUsers),
      texts(model.candidateStarterGroups),
    ],
  }
}

function startFormKey(model: ProcessModel): string | null {
  return listTopStarts(model).find(({ form }) => form?.key != null)?.form?.key?.text ?? null
}

/** The property `icon` of the process, when it has the shape `icon:set`. */
function iconOf({ properties }: ProcessModel): string | null {
  const { icon } = properties
  return icon !== undefined && icon.length <= 255 && iconValue.test(icon) ? icon : null
}
