import type { Actor } from '../../platform/db/actor.ts'
import type { Statement } from '../../platform/db/batch.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { Runtime } from '../runtime.ts'
import type { Deployed, DeployedIdentities, DeployRequest } from './deployed.ts'
import { isGraph, type ReadFiles } from './read-files.ts'

/**
 * Creates the rows of a deployment, with each process and decision as the next version of its key. Concurrent
 * deployments wait.
 */
export async function createDeployed(
  runtime: Runtime,
  actor: Actor,
  tx: Tx,
  request: DeployRequest,
  read: ReadFiles,
): Promise<Deployed> {
  const { tenantId, identities } = request
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
  const identify = (
    kind: Parameters<DeployedIdentities['find']>[0],
    rows: Parameters<typeof next>[0],
    key: string,
  ): { id: string; version: number } => {
    const known = identities?.find(kind, key) ?? null
    const version = next(rows, key)
    return known === null
      ? { id: runtime.newId(), version }
      : { id: known.id, version: Math.max(known.version, version) }
  }
  const requirements = read.decisions.filter(isGraph).map(({ file, model }) => ({
    ...identify('requirements', graphVersions, model.id),
    key: model.id,
    name: model.name,
    resourceName: file,
    category: model.namespace,
    versionTag: null,
    historyTimeToLive: null,
    requirementsId: null,
    requirementsKey: null,
  }))
  return {
    id: identities?.id ?? runtime.newId(),
    name: request.name,
    source: request.source,
    tenantId,
    deployedAt: identities?.deployedAt ?? runtime.clock().toISOString(),
    processes: read.processes.map(({ file, model }) => ({
      ...identify('process', processVersions, model.id),
      resourceName: file,
      model,
    })),
    decisions: read.decisions.flatMap(({ file, model }) => {
      const graph = requirements.find(({ resourceName }) => resourceName === file)
      return model.decisions.map((decision) => ({
        ...identify('decision', decisionVersions, decision.id),
        key: decision.id,
        name: decision.name,
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
