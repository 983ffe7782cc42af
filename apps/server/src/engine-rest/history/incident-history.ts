import { sql } from 'kysely'
import { factsOf } from '../../runtime/history/fact-sql.ts'
import { RestRefusal } from '../http/rest-refusal.ts'
import { tenantFilters, textFilters } from '../query/common-filters.ts'
import {
  type Filter,
  flag,
  isAfter,
  isBefore,
  isFlagged,
  isIdOf,
  isOneIdOf,
  isOneOf,
  isText,
  type Sql,
  textFilter,
} from '../query/filters.ts'
import { allIncidents, incidentMessage } from '../query/incident-sources.ts'
import type { ListQuery } from '../query/list-query.ts'
import { required } from '../query/sorting.ts'
import { allInstances, removalTime } from '../query/sources.ts'

const jobFailed = factsOf('job-failed')
const isRootCause: Sql = sql`n.id::text = n.root_cause_id`
/** What failed and why are not told further up the call hierarchy. */
const configuration: Sql = sql`(case when ${isRootCause} then coalesce(n.source_id, n.configuration) end)`
const message: Sql = sql`(case when ${isRootCause} then ${incidentMessage(sql`n.message`)} end)`
const failedActivity: Sql = sql`(case when n.failed_key is null then null when ${isRootCause} then n.failed_key else n.element_key end)`
/** The failure in the log of jobs that the incident stands for. */
const historyConfiguration: Sql = sql`(case when n.type in ('failedJob', 'answerUnknown') and ${isRootCause} then (select f.id from history_fact f where f.workplace_id = n.workplace_id and f.instance_id = n.instance_id and ${jobFailed.is} and f.subject_id::text = n.source_id
  and f.at <= n.created_at order by f.id desc limit 1) end)`

/** Incidents, open and ended. */
export const incidentHistoryQuery: ListQuery = {
  columns: ({
    workplaceId,
  }) => sql`n.id, d.key as "processDefinitionKey", p.definition_id as "processDefinitionId", n.instance_id as "processInstanceId", n.execution_id as "executionId",
    p.root_id as "rootProcessInstanceId", n.created_at as "createTime", n.ended_at as "endTime", ${removalTime(sql`p.root_id`, workplaceId, sql`p.id`)} as "removalTime", n.type as "incidentType", n.element_key as "activityId",
    ${failedActivity} as "failedActivityId", n.cause_id as "causeIncidentId", n.root_cause_id as "rootCauseIncidentId", ${configuration} as configuration, ${historyConfiguration} as "historyConfiguration",
    ${message} as "incidentMessage", p.tenant_id as "tenantId", jd.id as "jobDefinitionId", n.ended_at is null as open, coalesce(n.outcome = 'deleted', false) as deleted,
    coalesce(n.outcome = 'resolved', false) as resolved, n.annotation`,
  from: () => joined(sql`${allIncidents} n`),
  parts: (_, __, isJoined) => [{ from: isJoined ? joined(sql`${allIncidents} n`) : sql`${allIncidents} n` }],
  joins: {
    alias: sql`n`,
    to: joined,
    source: () => sql`${allIncidents} n`,
    filters: [
      'processDefinitionId',
      'processDefinitionKey',
      'processDefinitionKeyIn',
      'jobDefinitionIdIn',
      'tenantIdIn',
      'withoutTenantId',
    ],
    sorts: ['processDefinitionId', 'processDefinitionKey', 'tenantId'],
  },
  tenant: sql`p.tenant_id`,
  reading: { right: 'history.read', processKey: sql`d.key` },
  always: ({ workplaceId }) => [sql`n.workplace_id = ${workplaceId}::uuid`],
  filters: {
    incidentId: isIdOf(sql`n.id`),
    incidentType: isText(sql`n.type`),
    ...textFilters('incidentMessage', message),
    processDefinitionId: isIdOf(sql`p.definition_id`),
    processDefinitionKey: isText(sql`d.key`),
    processDefinitionKeyIn: isOneOf(sql`d.key`),
    processInstanceId: isIdOf(sql`n.instance_id`),
    executionId: textFilter((id) => sql`n.execution_id = ${id}`),
    createTimeBefore: isBefore(sql`n.created_at`),
    createTimeAfter: isAfter(sql`n.created_at`),
    endTimeBefore: isBefore(sql`n.ended_at`),
    endTimeAfter: isAfter(sql`n.ended_at`),
    activityId: isText(sql`n.element_key`),
    failedActivityId: isText(failedActivity),
    causeIncidentId: isText(sql`n.cause_id`),
    rootCauseIncidentId: isText(sql`n.root_cause_id`),
    configuration: isText(configuration),
    historyConfiguration: textFilter((id) => sql`${historyConfiguration}::text = ${id}`),
    open: only('open', sql`n.ended_at is null`),
    resolved: only('resolved', sql`n.outcome = 'resolved'`),
    deleted: only('deleted', sql`n.outcome = 'deleted'`),
    jobDefinitionIdIn: isOneIdOf(sql`jd.id`),
    ...tenantFilters(sql`p.tenant_id`),
  },
  sorts: {
    incidentId: required(sql`n.id`),
    incidentMessage: sql`${message} collate "C"`,
    createTime: required(sql`n.created_at`),
    endTime: sql`n.ended_at`,
    incidentType: sql`n.type collate "C"`,
    executionId: sql`n.execution_id`,
    activityId: sql`n.element_key collate "C"`,
    processInstanceId: sql`n.instance_id`,
    processDefinitionId: sql`p.definition_id`,
    processDefinitionKey: sql`d.key collate "C"`,
    causeIncidentId: sql`n.cause_id`,
    rootCauseIncidentId: sql`n.root_cause_id`,
    configuration: sql`${configuration} collate "C"`,
    historyConfiguration,
    tenantId: sql`p.tenant_id`,
    incidentState: sql`(case when n.ended_at is null then 0 when n.outcome = 'resolved' then 1 else 2 end)`,
  },
  tie: sql`n.id`,
}

/** @param incidents a source of incidents `n`. */
function joined(incidents: Sql): Sql {
  return sql`${incidents} left join ${allInstances} p on p.workplace_id = n.workplace_id and p.id = n.instance_id
    left join process_definition d on d.workplace_id = n.workplace_id and d.id = p.definition_id
    left join lateral (select jd.id from job_definition jd where n.type in ('failedJob', 'answerUnknown') and ${isRootCause} and jd.workplace_id = n.workplace_id and jd.definition_id = p.definition_id and jd.element_key = n.element_key
      order by jd.is_inner limit 1) jd on true`
}

const states = ['open', 'resolved', 'deleted'] as const

/** An incident has one state, so only one may be asked for. */
function only(state: (typeof states)[number], condition: Sql): Filter {
  return (value, context) => {
    const asked = states.filter((one) => isFlagged(context, one))
    if (asked.length > 1)
      throw new RestRefusal(
        400,
        'ProcessEngineException',
        `Already querying for incident state <${asked.find((one) => one !== state)}>`,
        0,
      )
    return flag(condition)(value, context)
  }
}
