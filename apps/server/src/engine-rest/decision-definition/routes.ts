import { setTimeToLive } from '../../operations/decisions/set-time-to-live.ts'
import { presentFile } from '../../runtime/definitions/read-model.ts'
import { readDiagram } from '../deployment/diagram.ts'
import { readResource } from '../deployment/read-resource.ts'
import { type Call, get, post, put, type Route } from '../http/call.ts'
import { orThrow } from '../http/present-refusal.ts'
import { readDays } from '../process-definition/change-definition.ts'
import { listRoutes } from '../query/list-query.ts'
import { decisionQuery, requirementsQuery } from './decision-query.ts'
import { evaluateByRequest } from './evaluate.ts'
import { decisionPaths, getDecision, getRequirements, requirementsPaths, unknownToEngine } from './find-decision.ts'

export const decisionRoutes: readonly Route[] = [
  ...listRoutes('/decision-definition', decisionQuery, ['GET']),
  ...decisionPaths.flatMap((path) => [
    get(path, (call) => getDecision(call)),
    get(`${path}/xml`, async (call) => presentXml(call, await getDecision(call))),
    get(`${path}/diagram`, async (call) =>
      readDiagram(call, 'decision_definition', await getDecision(call, unknownToEngine)),
    ),
    post(`${path}/evaluate`, evaluateByRequest, 'variables'),
    put(`${path}/history-time-to-live`, changeTimeToLive),
  ]),
  ...listRoutes('/decision-requirements-definition', requirementsQuery, ['GET']),
  ...requirementsPaths.flatMap((path) => [
    get(path, (call) => getRequirements(call)),
    get(`${path}/xml`, async (call) => presentXml(call, await getRequirements(call))),
    get(`${path}/diagram`, async (call) =>
      readDiagram(call, 'decision_requirements', await getRequirements(call, 'NotValidException')),
    ),
  ]),
]

async function presentXml(
  call: Call,
  { id, deploymentId, resource }: { id: string; deploymentId: string; resource: string },
): Promise<unknown> {
  const bytes = await readResource(call, deploymentId, resource)
  return { id, dmnXml: presentFile(bytes) }
}

async function changeTimeToLive(call: Call): Promise<undefined> {
  const days = readDays(call)
  const { id } = await getDecision(call)
  orThrow(await setTimeToLive(call.context, call.request, { id, days }))
  return undefined
}
