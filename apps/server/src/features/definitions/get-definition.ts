import { type DefinitionDetail, definitionLimits } from '@millrace/contract'
import type { Definition } from '@millrace/engine'
import { listPlans } from '../../operations/processes/planned.ts'
import { noSuchProcess, refuseStart } from '../../operations/processes/policy.ts'
import { reaches } from '../../platform/auth/reach.ts'
import type { Request } from '../../platform/auth/request.ts'
import type { Person } from '../../platform/auth/user.ts'
import type { Tx } from '../../platform/db/database.ts'
import { listTopStarts } from '../../runtime/deploy/start-events.ts'
import { readGroupNames } from '../../runtime/rights/group-names.ts'
import { readPeople } from '../../runtime/rights/people.ts'
import { seenDefinitions } from '../../runtime/rights/start-rights.ts'
import type { Runtime } from '../../runtime/runtime.ts'
import {
  findDefinition,
  type JobDefinitionRow,
  listJobDefinitions,
  listSiblingDecisions,
  listVersions,
  presentReference,
} from './definition-queries.ts'
import { findReadable } from './find-readable.ts'

/**
 * Returns one version of a process, with the other versions and the settings.
 * @throws Refusal when it does not exist.
 */
export function getDefinition(runtime: Runtime, request: Request, id: string): Promise<DefinitionDetail> {
  return runtime.db.read(request, (tx) => readDefinition(runtime, tx, request.user, id))
}

async function readDefinition(runtime: Runtime, tx: Tx, user: Person, id: string): Promise<DefinitionDetail> {
  const { workplaceId } = user
  const row = await findDefinition(tx, workplaceId, id)
  if (row === null || !reaches(seenDefinitions(user), row.key)) throw noSuchProcess()
  const [definition, versions, jobDefinitions, decisions, plans, groups] = await Promise.all([
    findReadable(runtime, tx, workplaceId, id),
    listVersions(tx, workplaceId, row),
    listJobDefinitions(tx, workplaceId, id),
    listSiblingDecisions(tx, workplaceId, row.deployment_id),
    listPlans(tx, workplaceId, row.key),
    readGroupNames(tx, workplaceId, row.starter_groups),
  ])
  const shown = versions.slice(0, definitionLimits.versions)
  const people = await readPeople(tx, workplaceId, [
    row.deployed_by,
    ...row.starter_users,
    ...shown.map(({ deployed_by }) => deployed_by),
  ])
  return {
    id: row.id,
    key: row.key,
    name: row.name ?? row.key,
    version: row.version,
    versionTag: row.version_tag,
    tenantId: row.tenant_id,
    description: row.description,
    isSuspended: row.is_suspended,
    fileName: row.resource_name,
    deployment: {
      id: row.deployment_id,
      name: row.deployment_name,
      deployedAt: row.deployed_at.toISOString(),
      deployedBy: people.find(row.deployed_by),
    },
    // The form of a process always starts its newest version.
    canStart: row.newest_id === row.id && refuseStart(user, row) === null,
    timeToLive: row.history_time_to_live,
    historyLevel: row.history_level,
    starters: {
      users: row.starter_users.map((username) => people.get(username)),
      groups: row.starter_groups.map((key) => groups.get(key) ?? key),
    },
    forms: definition === null ? [] : listForms(definition),
    jobDefinitions: jobDefinitions.map(presentJobDefinition),
    planned: plans
      .filter(
        ({ of, definition_id, tenant_id }) =>
          definition_id === row.id || of === 'tenants' || (of === 'versions' && tenant_id === row.tenant_id),
      )
      .map((plan) => ({
        id: plan.id,
        definitionId: plan.definition_id,
        at: plan.due_at.toISOString(),
        isSuspended: plan.is_suspended,
        includesInstances: plan.includes_instances,
        allVersions: plan.of !== 'version',
      })),
    decisions: decisions.map(presentReference),
    versions: shown.map((version) => ({
      id: version.id,
      version: version.version,
      versionTag: version.version_tag,
      deployedAt: version.deployed_at.toISOString(),
      deployedBy: people.find(version.deployed_by),
      isSuspended: version.is_suspended,
      running: version.running,
      incidents: version.incidents,
    })),
    hasOlderVersions: versions.length > shown.length,
    counts: { running: row.running, ended: row.ended, incidents: row.incidents },
  }
}

/** Lists the forms of the plain start event and of user tasks, in the order of the file. */
function listForms({ model }: Definition): DefinitionDetail['forms'] {
  const start = listTopStarts(model).find(({ definitions }) => definitions.length === 0)
  return Object.values(model.elements).flatMap((element) => {
    if (element.type !== 'userTask' && element !== start) return []
    const form = element.type === 'userTask' ? element.form : start?.form
    if (form === null || form === undefined) return []
    return [
      {
        elementId: element.id,
        elementName: element.name,
        kind: element.type === 'userTask' ? ('task' as const) : ('start' as const),
        form: form.ref?.key.text ?? form.key?.text ?? null,
      },
    ]
  })
}

function presentJobDefinition(row: JobDefinitionRow): DefinitionDetail['jobDefinitions'][number] {
  return {
    id: row.id,
    elementId: row.element_key,
    elementName: row.element_name,
    type: row.type,
    configuration: row.configuration === '' ? null : row.configuration,
    isSuspended: row.is_suspended,
    priority: row.priority,
  }
}
