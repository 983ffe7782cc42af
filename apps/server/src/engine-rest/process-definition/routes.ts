import { deleteProcess } from '../../operations/processes/delete-process.ts'
import { presentFile } from '../../runtime/definitions/read-model.ts'
import { readDiagram } from '../deployment/diagram.ts'
import { readResource } from '../deployment/read-resource.ts'
import { queryFlag } from '../http/body.ts'
import { type Call, get, post, put, type Route, remove } from '../http/call.ts'
import { orThrow } from '../http/present-refusal.ts'
import { RestRefusal } from '../http/rest-refusal.ts'
import { listRoutes } from '../query/list-query.ts'
import { listCalledDefinitions } from './called-definitions.ts'
import { changeTimeToLive, suspendByKey, suspendOne } from './change-definition.ts'
import { definitionQuery } from './definition-query.ts'
import { definitionPaths, getDefinition, unknownToEngine } from './find-definition.ts'
import { restartMany } from './restart.ts'
import {
  getDeployedStartForm,
  getStartForm,
  listStartFormVariables,
  renderStartForm,
  submitStartForm,
} from './start-form.ts'
import { startByRequest } from './start-instance.ts'
import { listActivityStatistics, listDefinitionStatistics } from './statistics.ts'

export const processDefinitionRoutes: readonly Route[] = [
  ...listRoutes('/process-definition', definitionQuery, ['GET']),
  get('/process-definition/statistics', listDefinitionStatistics),
  put('/process-definition/suspended', suspendByKey),
  post('/process-definition/:id/restart', restartMany, 'variables'),
  get('/process-definition/:id/static-called-process-definitions', listCalledDefinitions),
  ...definitionPaths.flatMap((path) => [
    get(path, (call) => getDefinition(call)),
    remove(path, deleteDefinition),
    get(`${path}/xml`, getXml),
    get(`${path}/diagram`, async (call) =>
      readDiagram(call, 'process_definition', await getDefinition(call, unknownToEngine)),
    ),
    get(`${path}/startForm`, getStartForm),
    get(`${path}/form-variables`, listStartFormVariables),
    get(`${path}/rendered-form`, renderStartForm),
    get(`${path}/deployed-start-form`, getDeployedStartForm),
    get(`${path}/statistics`, listActivityStatistics),
    post(`${path}/start`, startByRequest, 'variables'),
    post(`${path}/submit-form`, submitStartForm, 'variables'),
    put(`${path}/suspended`, suspendOne),
    put(`${path}/history-time-to-live`, changeTimeToLive),
  ]),
]

async function getXml(call: Call): Promise<unknown> {
  const { id, deploymentId, resource } = await getDefinition(call)
  const bytes = await readResource(call, deploymentId, resource)
  return { id, bpmn20Xml: presentFile(bytes) }
}

async function deleteDefinition(call: Call): Promise<unknown> {
  const { id } = await getDefinition(call)
  const input = {
    id,
    cascade: queryFlag(call, 'cascade'),
    skipsListeners: queryFlag(call, 'skipCustomListeners'),
    skipsIoMappings: queryFlag(call, 'skipIoMappings'),
  }
  return orThrow(await deleteProcess(call.context, call.request, input), {
    answers: {
      'instance.running': ({ details: [running] }) =>
        new RestRefusal(
          400,
          'ProcessEngineException',
          `ENGINE-03076 Deletion of process definition without cascading failed. Process definition with id: ${id} can't be deleted, because there are ${running?.where} dependent process instances.`,
          0,
        ),
    },
  })
}
