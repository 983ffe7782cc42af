import type { ProcessModel } from '@millrace/bpmn'
import { iconValue } from '@millrace/contract'
import type { Actor } from '../../platform/db/actor.ts'
import type { Statement } from '../../platform/db/batch.ts'
import { isStaged } from '../../platform/uploads/content.ts'
import { elementStatements } from '../definitions/definition-elements.ts'
import { contentOf, type Deployed, type DeployedProcess, type DeployRequest, type NewFile } from './deployed.ts'
import { listTopStarts } from './start-events.ts'

/** Returns the rows of a deployment, with its files, processes and decisions. */
export function deploymentStatements(
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
    text: `insert into process_definition (workplace_id, id, key, version, tenant_id, name, category, description, version_tag, deployment_id, resource_name, history_time_to_live, is_startable, has_none_start, start_form_key, icon, starter_users, starter_groups, restricted_variables, history_level)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19,
        coalesce((select history_level from process_definition where workplace_id = $1 and key = $3 and tenant_id is not distinct from $5 order by version desc limit 1), 'full'))`,
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
      model.restrictedVariables.length === 0 ? null : model.restrictedVariables,
    ],
  }
}

function startFormKey(model: ProcessModel): string | null {
  return listTopStarts(model).find(({ form }) => form?.key != null)?.form?.key?.text ?? null
}

/** Returns the property `icon` of the process, when it has the shape `icon:set`. */
function iconOf({ properties }: ProcessModel): string | null {
  const { icon } = properties
  return icon !== undefined && icon.length <= 255 && iconValue.test(icon) ? icon : null
}
