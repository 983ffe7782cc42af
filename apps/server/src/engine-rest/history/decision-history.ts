import type { EvaluatedDecision } from '@millrace/dmn'
import { sql } from 'kysely'
import { hidingFrom } from '../../platform/auth/restricted.ts'
import { factsOf } from '../../runtime/history/fact-sql.ts'
import { hideInDecision } from '../../runtime/history/hide-in-decision.ts'
import { typeDecisionValue } from '../decision-definition/decision-values.ts'
import { tenantFilters, textFilters } from '../query/common-filters.ts'
import {
  flag,
  isAfter,
  isBefore,
  isIdOf,
  isOneIdOf,
  isOneOf,
  isText,
  option,
  type Sql,
  textFilter,
} from '../query/filters.ts'
import type { ListQuery, QueryScope } from '../query/list-query.ts'
import { allInstances, orSet, removalTime } from '../query/sources.ts'
import { presentTyped } from '../values/present-value.ts'

export interface DecisionHistoryRow {
  readonly id: string
  readonly evaluationTime: Date
  readonly removalTime: Date | null
  readonly rootProcessInstanceId: string | null
  readonly processDefinitionKey: string | null
  readonly evaluated: EvaluatedDecision
}

const evaluation = factsOf('decision-evaluated')

/**
 * The query of one row for each decision of an evaluation: the requested decision has the id of the fact, required ones
 * have their own.
 */
export const evaluations: Sql = sql`(
  select f.workplace_id, f.id as fact_id, f.at, f.user_id, nullif(f.instance_id, f.id) as instance_id, f.element_id, ${evaluation.text('elementId')} as element_key, r.deployment_id, r.tenant_id,
    v.decision, v.decision ->> 'decisionId' as key, v.position = jsonb_array_length(${evaluation.json('trace')} -> 'decisions') as is_root,
    case when v.position = jsonb_array_length(${evaluation.json('trace')} -> 'decisions') then f.id else md5(f.id::text || v.position)::uuid end as id
  from history_fact f left join decision_definition r on r.workplace_id = f.workplace_id and r.id = (${evaluation.text('decisionId')})::uuid
    cross join lateral jsonb_array_elements(${evaluation.json('trace')} -> 'decisions') with ordinality v (decision, position)
  where ${evaluation.is})`

export const decisionHistoryQuery: ListQuery<DecisionHistoryRow> = {
  columns: ({
    workplaceId,
  }) => sql`q.id, x.id as "decisionDefinitionId", q.key as "decisionDefinitionKey", x.name as "decisionDefinitionName", q.at as "evaluationTime",
    ${orSet(workplaceId, sql`q.id`, sql`case when q.instance_id is null then q.at + x.history_time_to_live * interval '1 day' else ${removalTime(sql`p.root_id`, workplaceId, sql`p.id`)} end`)} as "removalTime", p.definition_id as "processDefinitionId",
    d.key as "processDefinitionKey", q.instance_id as "processInstanceId", p.root_id as "rootProcessInstanceId", null as "caseDefinitionId", null as "caseDefinitionKey", null as "caseInstanceId",
    q.element_key as "activityId", q.element_id as "activityInstanceId", q.user_id as "userId", null as "collectResultValue", case when q.is_root then null else q.fact_id end as "rootDecisionInstanceId",
    x.requirements_id as "decisionRequirementsDefinitionId", x.requirements_key as "decisionRequirementsDefinitionKey", x.tenant_id as "tenantId", q.decision as evaluated`,
  from: () => sql`${evaluations} q left join decision_definition x on x.workplace_id = q.workplace_id and x.deployment_id = q.deployment_id and x.key = q.key
    left join ${allInstances} p on p.workplace_id = q.workplace_id and p.id = q.instance_id
    left join process_definition d on d.workplace_id = p.workplace_id and d.id = p.definition_id`,
  tenant: sql`x.tenant_id`,
  reading: { right: 'decision-history.read', processKey: sql`q.key` },
  always: ({ workplaceId }) => [sql`q.workplace_id = ${workplaceId}::uuid`],
  filters: {
    decisionInstanceId: isIdOf(sql`q.id`),
    decisionInstanceIdIn: isOneIdOf(sql`q.id`),
    decisionDefinitionId: isIdOf(sql`x.id`),
    decisionDefinitionIdIn: isOneIdOf(sql`x.id`),
    decisionDefinitionKey: isText(sql`q.key`),
    decisionDefinitionKeyIn: isOneOf(sql`q.key`),
    ...textFilters('decisionDefinitionName', sql`x.name`),
    processDefinitionId: isIdOf(sql`p.definition_id`),
    processDefinitionKey: isText(sql`d.key`),
    processInstanceId: isIdOf(sql`q.instance_id`),
    caseDefinitionId: textFilter(() => sql`false`),
    caseDefinitionKey: textFilter(() => sql`false`),
    caseInstanceId: textFilter(() => sql`false`),
    activityIdIn: isOneOf(sql`q.element_key`),
    activityInstanceIdIn: isOneIdOf(sql`q.element_id`),
    ...tenantFilters(sql`x.tenant_id`),
    evaluatedBefore: isBefore(sql`q.at`),
    evaluatedAfter: isAfter(sql`q.at`),
    userId: isText(sql`q.user_id`),
    rootDecisionInstanceId: textFilter((id) => sql`q.fact_id::text = ${id}`),
    rootDecisionInstancesOnly: flag(sql`q.is_root`),
    decisionRequirementsDefinitionId: isIdOf(sql`x.requirements_id`),
    decisionRequirementsDefinitionKey: isText(sql`x.requirements_key`),
    includeInputs: option,
    includeOutputs: option,
    disableBinaryFetching: option,
    disableCustomObjectDeserialization: option,
  },
  sorts: { evaluationTime: sql`q.at`, tenantId: sql`x.tenant_id` },
  tie: sql`q.id`,
  present: presentDecision,
}

export function presentDecision(
  { evaluated: all, ...row }: DecisionHistoryRow,
  { options, reader }: QueryScope,
): unknown {
  const isHidden = reader === null ? () => false : hidingFrom(reader)
  const evaluated = hideInDecision(all, (name) => isHidden(name, row.processDefinitionKey))
  return {
    ...row,
    collectResultValue: collectResult(evaluated),
    ...(options.includeInputs === 'true' ? { inputs: listInputs(row, evaluated) } : {}),
    ...(options.includeOutputs === 'true' ? { outputs: listOutputs(row, evaluated) } : {}),
  }
}

type Shown = Omit<DecisionHistoryRow, 'evaluated'>

function clause({ id, evaluationTime, removalTime: removal, rootProcessInstanceId }: Shown): Record<string, unknown> {
  return {
    decisionInstanceId: id,
    errorMessage: null,
    createTime: evaluationTime,
    removalTime: removal,
    rootProcessInstanceId,
  }
}

function listInputs(row: Shown, { inputs }: EvaluatedDecision): unknown[] {
  return inputs.map(({ id, name, typeRef, value }, index) => ({
    ...presentTyped(typeDecisionValue(value, typeRef)),
    id: `${row.id}:i${index}`,
    clauseId: id,
    clauseName: name,
    ...clause(row),
  }))
}

function listOutputs(row: Shown, evaluated: EvaluatedDecision): unknown[] {
  const { rules, kind, result } = evaluated
  if (kind !== 'table') {
    const [first] = Array.isArray(result) ? (result as Record<string, unknown>[]) : []
    return Object.entries(first ?? {}).map(([variableName, value], index) => ({
      ...presentTyped(typeDecisionValue(value, null)),
      id: `${row.id}:o${index}`,
      clauseId: null,
      clauseName: null,
      ruleId: null,
      ruleOrder: null,
      variableName,
      ...clause(row),
      createTime: null,
    }))
  }
  return rules.flatMap((rule, place) =>
    rule.outputs.map(({ id, name, variableName, typeRef, value }, index) => ({
      ...presentTyped(typeDecisionValue(value, typeRef)),
      id: `${row.id}:o${place}.${index}`,
      clauseId: id,
      clauseName: name,
      ruleId: rule.id,
      ruleOrder: rule.order,
      variableName,
      ...clause(row),
    })),
  )
}

/** The number that an aggregation of the hit policy gave. */
function collectResult({ aggregation, result }: EvaluatedDecision): number | null {
  if (aggregation === null || !Array.isArray(result)) return null
  const [value] = Object.values((result[0] ?? {}) as Record<string, unknown>)
  return typeof value === 'number' ? value : null
}
