import type { Step } from './stories.ts'

// biome-ignore lint/suspicious/noExplicitAny: answers of the REST API are read as the tests need them.
type Json = any

/** Calls of Camunda's REST API, on the engine that wrote the source or on this product. */
export interface Engine {
  /** @throws when the answer is no success. */
  get(path: string, query?: Readonly<Record<string, string>>): Promise<Json>
  send(method: 'POST' | 'PUT', path: string, body?: object): Promise<Json>
}

/** What can be seen of an instance with all that it called. */
export interface Seen {
  readonly tasks: readonly string[]
  /** Activities with an open instance, and activities before or after which a job waits. */
  readonly active: readonly string[]
  readonly jobs: number
  readonly timers: number
  readonly incidents: number
  /** Topics with their retries. */
  readonly work: readonly string[]
  /** Variables with their values, of every scope. */
  readonly variables: readonly string[]
}

/**
 * Reads the open state of an instance and of the instances that it called: tasks, activities, jobs, incidents and
 * variables.
 */
export async function see(engine: Engine, instanceId: string): Promise<Seen> {
  const ids = await listInstances(engine, instanceId)
  const all = async (path: string, query: Readonly<Record<string, string>> = {}): Promise<Json[]> =>
    (await Promise.all(ids.map((processInstanceId) => engine.get(path, { processInstanceId, ...query })))).flat()
  const trees: Json[] = []
  for (const id of ids) trees.push(await engine.get(`/process-instance/${id}/activity-instances`))
  const jobs = new Set((await all('/job')).map(({ executionId }) => executionId))
  const variables = await Promise.all(
    ids.map((id) => engine.get('/variable-instance', { processInstanceIdIn: id, deserializeValues: 'false' })),
  )
  const hasCounters = trees.some(hasRunningBody)
  const count = (rows: Json[]) => rows.length
  return {
    tasks: (await all('/task')).map((one) => one.taskDefinitionKey).sort(),
    active: trees.flatMap((tree) => listActive(tree, jobs)).sort(),
    jobs: count(await all('/job', { messages: 'true' })),
    timers: count(await all('/job', { timers: 'true' })),
    incidents: count(await all('/incident')),
    work: (await all('/external-task')).map(({ topicName, retries }) => `${topicName} ${retries}`).sort(),
    variables: variables
      .flat()
      .filter(({ name }) => name !== 'loopCounter' && (hasCounters || !name.startsWith('nrOf')))
      .map(({ name, value }) => `${name} = ${JSON.stringify(value)}`)
      .sort(),
  }
}

/**
 * Returns the activities of a tree, by what trees of both engines have in common:
 *
 * - Camunda leaves an execution behind for each run of a parallel activity that has ended, and shows it as a transition.
 *   Only a transition with a job is one.
 * - While an event throws compensation, Camunda nests the handlers in scopes of its own. Only activities without others
 *   inside are listed.
 */
function listActive(tree: Json, jobs: ReadonlySet<string>): string[] {
  const active: string[] = []
  const isCompensated = isThrowing(tree)
  const visit = (node: Json) => {
    for (const child of listChildren(node)) {
      if (!isCompensated || isThrower(child) || listChildren(child).length === 0) active.push(child.activityId)
      visit(child)
    }
    for (const { activityId, executionId } of node.childTransitionInstances ?? [])
      if (jobs.has(executionId)) active.push(`${activityId} (job)`)
  }
  visit(tree)
  return active
}

/**
 * Returns whether the counters of multi-instance bodies can be compared. Camunda keeps them for the compensation of a
 * body that has completed; here, only a running body has counters.
 */
function hasRunningBody(tree: Json): boolean {
  const isInside = (node: Json): boolean => isBody(node) || listChildren(node).some(isInside)
  return !isThrowing(tree) && isInside(tree)
}

function isThrowing(node: Json): boolean {
  return isThrower(node) || listChildren(node).some(isThrowing)
}

const isThrower = ({ activityType }: Json): boolean => activityType === 'intermediateCompensationThrowEvent'

const isBody = ({ activityId }: Json): boolean => String(activityId).endsWith('#multiInstanceBody')
const listChildren = ({ childActivityInstances }: Json): Json[] => childActivityInstances ?? []

/** Carries out one step of a story. */
export async function play(engine: Engine, instanceId: string, step: Step): Promise<void> {
  const ids = await listInstances(engine, instanceId)
  const first = async (path: string, query: Readonly<Record<string, string>> = {}): Promise<Json> => {
    const rows: Json[] = []
    for (const processInstanceId of ids) rows.push(...(await engine.get(path, { processInstanceId, ...query })))
    const sorted = rows.toSorted((a, b) => String(a.dueDate ?? '').localeCompare(String(b.dueDate ?? '')))
    if (sorted[0] === undefined) throw new Error(`Expected something at ${path} ${JSON.stringify(query)}.`)
    return sorted[0]
  }
  const lock = async (topicName: string) => {
    const { id } = await first('/external-task', { topicName })
    await engine.send('POST', `/external-task/${id}/lock`, { workerId: 'story', lockDuration: 60_000 })
    return `/external-task/${id}`
  }
  const worker = { workerId: 'story' }
  if ('complete' in step) {
    const { id } = await first('/task', { taskDefinitionKey: step.complete })
    await engine.send('POST', `/task/${id}/complete`, { variables: typed(step.variables) })
  } else if ('message' in step) {
    const { id } = await first('/execution', { messageEventSubscriptionName: step.message })
    await engine.send('POST', `/execution/${id}/messageSubscriptions/${step.message}/trigger`, {})
  } else if ('signal' in step) {
    const { id } = await first('/execution', { signalEventSubscriptionName: step.signal })
    await engine.send('POST', '/signal', { name: step.signal, executionId: id })
  } else if ('timer' in step || 'job' in step) {
    const { id } = await first('/job', 'timer' in step ? { timers: 'true' } : { messages: 'true' })
    await engine.send('POST', `/job/${id}/execute`)
  } else if ('work' in step)
    await engine.send('POST', `${await lock(step.work)}/complete`, { ...worker, variables: typed(step.variables) })
  else if ('failWork' in step)
    await engine.send('POST', `${await lock(step.failWork)}/failure`, {
      ...worker,
      errorMessage: 'failed by the story',
      retries: step.retries,
      retryTimeout: 0,
    })
  else if ('errorWork' in step)
    await engine.send('POST', `${await lock(step.errorWork)}/bpmnError`, { ...worker, errorCode: step.code })
  else if ('workRetries' in step) {
    const { id } = await first('/external-task')
    await engine.send('PUT', `/external-task/${id}/retries`, { retries: step.workRetries })
  } else if ('tryAgain' in step) {
    const { id } = await first('/job')
    await engine.send('PUT', `/job/${id}/retries`, { retries: 1 })
  } else if ('giveUp' in step) throw new Error('Expected Flowable to give the job up.')
  else if ('set' in step)
    await engine.send('POST', `/process-instance/${instanceId}/variables`, { modifications: typed(step.set) })
  else await engine.send('PUT', `/process-instance/${instanceId}/suspended`, { suspended: step.suspended })
}

/** The instance and those that it called, at every level; empty when it has ended. */
async function listInstances(engine: Engine, instanceId: string): Promise<string[]> {
  const found = (await engine.get('/process-instance', { processInstanceIds: instanceId })) as { id: string }[]
  const ids = found.map(({ id }) => id)
  for (const id of ids)
    ids.push(
      ...((await engine.get('/process-instance', { superProcessInstance: id })) as { id: string }[]).map(
        (one) => one.id,
      ),
    )
  return ids
}

/** Returns variables as the REST API takes them. */
export function typed(
  values: Readonly<Record<string, unknown>> = {},
): Record<string, { value: unknown; type: string }> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, typedValue(value)]))
}

function typedValue(value: unknown): { value: unknown; type: string } {
  switch (typeof value) {
    case 'boolean':
      return { value, type: 'Boolean' }
    case 'number':
      return { value, type: Number.isInteger(value) ? 'Integer' : 'Double' }
    default:
      return { value, type: 'String' }
  }
}
