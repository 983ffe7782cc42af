const operators: Readonly<Record<string, string>> = {
  EQUALS: 'eq',
  NOT_EQUALS: 'neq',
  GREATER_THAN: 'gt',
  GREATER_THAN_OR_EQUAL: 'gteq',
  LESS_THAN: 'lt',
  LESS_THAN_OR_EQUAL: 'lteq',
  LIKE: 'like',
  NOT_LIKE: 'notLike',
}

/** Names in the database that the REST API words in another way. */
const renamed: Readonly<Record<string, string>> = {
  key: 'taskDefinitionKey',
  keys: 'taskDefinitionKeyIn',
  keyLike: 'taskDefinitionKeyLike',
  taskId: 'taskId',
  instanceId: 'processInstanceId',
  candidateGroupInExpression: 'candidateGroupsExpression',
  candidateGroupIn: 'candidateGroups',
}

const sorts: Readonly<Record<string, string>> = {
  PRIORITY_: 'priority',
  DUE_DATE_: 'dueDate',
  FOLLOW_UP_DATE_: 'followUpDate',
  CREATE_TIME_: 'created',
  LAST_UPDATED_: 'lastUpdated',
  NAME_: 'nameCaseInsensitive',
  ASSIGNEE_: 'assignee',
  DESCRIPTION_: 'description',
  ID_: 'id',
  EXECUTION_ID_: 'executionId',
  PROC_INST_ID_: 'instanceId',
  TENANT_ID_: 'tenantId',
}

type Json = Readonly<Record<string, unknown>>

/** Translates the query of a filter from the names in Camunda's database to those of its REST API. */
export function translateFilter(query: Json): Json {
  return Object.fromEntries(
    Object.entries(query).map(([name, value]) => {
      if (name === 'orderingProperties') return ['sorting', listOf(value).flatMap(translateSort)]
      if (name === 'orQueries') return [name, listOf(value).map((one) => translateFilter(one as Json))]
      if (/[vV]ariables$/.test(name)) return [name, listOf(value).map((one) => translateCondition(one as Json))]
      const plain = /^task[A-Z]\w*Expression$/.test(name) ? `${name.charAt(4).toLowerCase()}${name.slice(5)}` : name
      return [renamed[plain] ?? plain, value]
    }),
  )
}

function translateCondition({ operator, ...condition }: Json): Json {
  return { ...condition, operator: operators[String(operator)] ?? operator }
}

function translateSort(one: unknown): Json[] {
  const { queryProperty, direction } = one as { queryProperty?: string; direction?: string }
  const sortBy = sorts[queryProperty ?? '']
  return sortBy === undefined ? [] : [{ sortBy, sortOrder: direction === 'desc' ? 'desc' : 'asc' }]
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}
