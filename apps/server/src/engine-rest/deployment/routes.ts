import { sql } from 'kysely'
import { deleteDeployment } from '../../operations/deployments/delete-deployment.ts'
import { createStoredContent } from '../../platform/uploads/stored-content.ts'
import { bodyOf, queryFlag, textOf, textsOf } from '../http/body.ts'
import { type Call, FileContent, get, pathOf, post, type Route, remove } from '../http/call.ts'
import { orThrow } from '../http/present-refusal.ts'
import { notFound } from '../http/rest-refusal.ts'
import { asId } from '../query/filters.ts'
import { findRow, listRoutes, runSql } from '../query/list-query.ts'
import { contentTypeOf } from './content-type.ts'
import { createDeployment, deployAndPresent, readResources } from './create-deployment.ts'
import { type DeploymentRow, deploymentQuery } from './deployment-query.ts'

export const deploymentRoutes: readonly Route[] = [
  ...listRoutes('/deployment', deploymentQuery, ['GET']),
  post('/deployment/create', createDeployment, 'deployment'),
  get('/deployment/registered', async () => []),
  get('/deployment/:id', getDeployment),
  post('/deployment/:id/redeploy', redeploy),
  get('/deployment/:id/resources', listResources),
  get('/deployment/:id/resources/:resourceId', getResource),
  get('/deployment/:id/resources/:resourceId/data', getResourceData),
  remove('/deployment/:id', removeDeployment),
]

async function removeDeployment(call: Call): Promise<undefined> {
  const id = pathOf(call, 'id')
  const input = {
    id: asId(id),
    cascade: queryFlag(call, 'cascade'),
    skipsListeners: queryFlag(call, 'skipCustomListeners'),
    skipsIoMappings: queryFlag(call, 'skipIoMappings'),
    whenRunning: 'refuse',
  } as const
  orThrow(await deleteDeployment(call.context, call.request, input), {
    gone: () => notFound(`Deployment with id '${id}' do not exist`),
  })
  return undefined
}

async function getDeployment(call: Call): Promise<DeploymentRow> {
  const id = pathOf(call, 'id')
  const row = await call.runtime.db.read(call.actor, (tx) =>
    findRow(tx, deploymentQuery, call.request, sql`p.id = ${asId(id)}::uuid`),
  )
  if (row === undefined) throw notFound(`Deployment with id '${id}' does not exist`)
  return row
}

/** Deploys files of a deployment again: all of them, or those that are named. */
async function redeploy(call: Call): Promise<unknown> {
  const deployment = await getDeployment(call)
  const body = bodyOf(call)
  const ids = textsOf(body, 'resourceIds') ?? []
  const names = textsOf(body, 'resourceNames') ?? []
  const resources = await readResources(call, deployment.id)
  const wanted =
    ids.length + names.length === 0
      ? resources
      : resources.filter(({ id, name }) => ids.includes(id) || names.includes(name))
  refuseMissing(
    deployment.id,
    'id',
    ids,
    resources.map(({ id }) => id),
  )
  refuseMissing(
    deployment.id,
    'name',
    names,
    resources.map(({ name }) => name),
  )
  return deployAndPresent(call, {
    name: deployment.name,
    source: textOf(body, 'source'),
    tenantId: deployment.tenantId,
    files: wanted,
  })
}

function refuseMissing(deploymentId: string, what: string, wanted: readonly string[], known: readonly string[]): void {
  const missing = wanted.filter((one) => !known.includes(one))
  if (missing.length === 0) return
  throw notFound(
    `Cannot redeploy deployment '${deploymentId}': The deployment with id '${deploymentId}' does not contain the following resources with ${what}: ${missing.join(', ')}`,
    0,
  )
}

interface ResourceRow {
  readonly id: string
  readonly name: string
  readonly deploymentId: string
  readonly size: number
}

async function listResources(call: Call): Promise<unknown> {
  const rows = await selectResources(call)
  if (rows.length === 0) throw notFound(`Deployment resources for deployment id '${pathOf(call, 'id')}' do not exist.`)
  return rows.map(presentResource)
}

async function getResource(call: Call): Promise<unknown> {
  const row = (await selectResources(call)).find(({ id }) => id === call.path.resourceId)
  if (row === undefined) throw resourceMissing(call)
  return presentResource(row)
}

async function getResourceData(call: Call): Promise<unknown> {
  const row = (await selectResources(call)).find(({ id }) => id === call.path.resourceId)
  if (row === undefined) throw resourceMissing(call)
  const { id, name, deploymentId, size } = row
  const { workplaceId } = call.actor
  const content = createStoredContent(call.runtime.db, {
    ...{ table: 'deployment_resource', workplaceId, id, size },
    among: [deploymentId],
  })
  return new FileContent(content, contentTypeOf(name), name.split('/').at(-1) ?? name)
}

function resourceMissing(call: Call): Error {
  return notFound(
    `Deployment resource with resource id '${pathOf(call, 'resourceId')}' for deployment id '${pathOf(call, 'id')}' does not exist.`,
  )
}

function presentResource({ id, name, deploymentId }: ResourceRow): unknown {
  return { id, name, deploymentId }
}

async function selectResources(call: Call): Promise<ResourceRow[]> {
  const { workplaceId } = call.actor
  return call.runtime.db.read(call.actor, (tx) =>
    runSql(
      tx,
      sql`select id, name, deployment_id as "deploymentId", octet_length(bytes) as size from deployment_resource
        where workplace_id = ${workplaceId}::uuid and deployment_id = ${asId(pathOf(call, 'id'))}::uuid order by name`,
    ),
  )
}
