import { sql } from 'kysely'
import { readResource } from '../deployment/read-resource.ts'
import { bodyOf, integerOf } from '../http/body.ts'
import { type Call, get, post, put, type Route } from '../http/call.ts'
import { RestRefusal } from '../http/rest-refusal.ts'
import { listRoutes, runSql } from '../query/list-query.ts'
import { decisionQuery, requirementsQuery } from './decision-query.ts'
import { evaluateByRequest } from './evaluate.ts'
import { decisionPaths, getDecision, getRequirements, requirementsPaths } from './find-decision.ts'

export const decisionRoutes: readonly Route[] = [
  ...listRoutes('/decision-definition', decisionQuery, ['GET']),
  ...decisionPaths.flatMap((path) => [
    get(path, (call) => getDecision(call)),
    get(`${path}/xml`, async (call) => presentXml(call, await getDecision(call))),
    get(`${path}/diagram`, async (call) => {
      await getDecision(call)
      return undefined
    }),
    post(`${path}/evaluate`, evaluateByRequest),
    put(`${path}/history-time-to-live`, changeTimeToLive),
  ]),
  ...listRoutes('/decision-requirements-definition', requirementsQuery, ['GET']),
  ...requirementsPaths.flatMap((path) => [
    get(path, (call) => getRequirements(call)),
    get(`${path}/xml`, async (call) => presentXml(call, await getRequirements(call))),
    get(`${path}/diagram`, async (call) => {
      await getRequirements(call, 'NotValidException')
      return undefined
    }),
  ]),
]

async function presentXml(
  call: Call,
  { id, deploymentId, resource }: { id: string; deploymentId: string; resource: string },
): Promise<unknown> {
  const bytes = await readResource(call, deploymentId, resource)
  return { id, dmnXml: Buffer.from(bytes).toString('utf8') }
}

async function changeTimeToLive(call: Call): Promise<undefined> {
  const { id } = await getDecision(call)
  const days = integerOf(bodyOf(call), 'historyTimeToLive')
  if (days !== null && days < 0)
    throw new RestRefusal(400, 'BadUserRequestException', 'historyTimeToLive is not greater than or equal to 0', 0)
  const { workplaceId } = call.actor
  await call.runtime.db.withTransaction(call.actor, (tx) =>
    runSql(
      tx,
      sql`update decision_definition set history_time_to_live = ${days} where workplace_id = ${workplaceId}::uuid and id = ${id}::uuid`,
    ),
  )
  return undefined
}
