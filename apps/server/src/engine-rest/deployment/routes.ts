import { sql } from 'kysely'
import { deleteDeployment } from '../../operations/deployments/delete-deployment.ts'
import { bodyOf, queryFlag, textOf, textsOf } from '../http/body.ts'
import { BinaryAnswer, type Call, get, pathOf, post, type Route, remove } from '../http/call.ts'
import { told } from '../http/present-refusal.ts'
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
    whenRunning: 'end',
  } as const
  told(await deleteDeployment(call.context, call.caller.user, input), {
    gone: () => notFound(`Deployment with id '${id}' do not exist`),
  })
  return undefined
}

async function getDeployment(call: Call): Promise<DeploymentRow> {
  const { workplaceId } = call.actor
  const id = pathOf(call, 'id')
  const row = await call.runtime.db.read(call.actor, (tx) =>
    findRow(tx, deploymentQuery, workplaceId, sql`p.id = ${asId(id)}::uuid`),
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
  readonly bytes?: Uint8Array
}

async function listResources(call: Call): Promise<unknown> {
  const rows = await selectResources(call, { withBytes: false })
  if (rows.length === 0) throw notFound(`Deployment resources for deployment id '${pathOf(call, 'id')}' do not exist.`)
  return rows
}

async function getResource(call: Call): Promise<unknown> {
  const row = (await selectResources(call, { withBytes: false })).find(({ id }) => id === call.path.resourceId)
  if (row === undefined) throw resourceMissing(call)
  return row
}

async function getResourceData(call: Call): Promise<unknown> {
  const row = (await selectResources(call, { withBytes: true })).find(({ id }) => id === call.path.resourceId)
  if (row?.bytes === undefined) throw resourceMissing(call)
  return new BinaryAnswer(row.bytes, contentTypeOf(row.name), row.name.split('/').at(-1) ?? row.name)
}

function resourceMissing(call: Call): Error {
  return notFound(
    `Deployment resource with resource id '${pathOf(call, 'resourceId')}' for deployment id '${pathOf(call, 'id')}' does not exist.`,
  )
}

async function selectResources(call: Call, { withBytes }: { withBytes: boolean }): Promise<ResourceRow[]> {
  const { workplaceId } = call.actor
  return call.runtime.db.read(call.actor, (tx) =>
    runSql(
      tx,
      sql`select id, name, deployment_id as "deploymentId"${withBytes ? sql`, bytes` : sql``} from deployment_resource
        where workplace_id = ${workplaceId}::uuid and deployment_id = ${asId(pathOf(call, 'id'))}::uuid order by name`,
    ),
  )
}
