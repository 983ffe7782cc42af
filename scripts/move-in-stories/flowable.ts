import type { Seen } from '../../apps/server/src/operations/move-in/testing/stories/play.ts'
import type { Step, Story } from '../../apps/server/src/operations/move-in/testing/stories/stories.ts'
import type { Call, Peer } from './peer.ts'

// biome-ignore lint/suspicious/noExplicitAny: answers of the REST API are read as the recording needs them.
type Json = any

/** Flowable with its REST API, whose parts are below `/process-api` and `/external-job-api`. */
export function createFlowable(call: Call): Peer {
  const list = async (path: string, query: Readonly<Record<string, string>>): Promise<Json[]> =>
    (await call('GET', `${path}?${new URLSearchParams({ ...query, size: '1000' })}`)).data
  const listInstances = async (instanceId: string): Promise<string[]> => {
    const found = await list('/process-api/runtime/process-instances', { id: instanceId })
    const ids = found.map(({ id }) => id)
    for (const id of ids) {
      const called = await list('/process-api/runtime/process-instances', { superProcessInstanceId: id })
      ids.push(...called.map((one) => one.id))
    }
    return ids
  }
  const allOf = async (ids: readonly string[], path: string, query: Readonly<Record<string, string>> = {}) =>
    (await Promise.all(ids.map((processInstanceId) => list(path, { processInstanceId, ...query })))).flat()
  const act = (path: string, action: string) => call('POST', path, { action })

  return {
    deploy: async (models) => {
      // A deployment has one file, unless it is an archive.
      for (const [key, xml] of Object.entries(models)) {
        const one = new FormData()
        one.set('file', new Blob([xml]), `${key}.bpmn20.xml`)
        await call('POST', '/process-api/repository/deployments', one)
      }
    },
    start: async ({ process, variables }, businessKey) => {
      const { id } = await call('POST', '/process-api/runtime/process-instances', {
        processDefinitionKey: process,
        businessKey,
        variables: listVariables(variables),
      })
      return id
    },
    play: async (instanceId, step) => {
      const ids = await listInstances(instanceId)
      await playStep({ call, act, first: firstOf(allOf, ids), ids, instanceId }, step)
    },
    see: async (instanceId) => seeInstances(allOf, await listInstances(instanceId)),
    remove: async (instanceId) => void (await call('DELETE', `/process-api/runtime/process-instances/${instanceId}`)),
  }
}

type AllOf = (ids: readonly string[], path: string, query?: Readonly<Record<string, string>>) => Promise<Json[]>
type First = (path: string, query?: Readonly<Record<string, string>>) => Promise<Json>

function firstOf(allOf: AllOf, ids: readonly string[]): First {
  return async (path, query = {}) => {
    const rows = await allOf(ids, path, query)
    const sorted = rows.toSorted((a, b) => String(a.dueDate ?? '').localeCompare(String(b.dueDate ?? '')))
    if (sorted[0] === undefined) throw new Error(`Expected something at ${path} ${JSON.stringify(query)}.`)
    return sorted[0]
  }
}

interface Playing {
  readonly call: Call
  readonly act: (path: string, action: string) => Promise<Json>
  readonly first: First
  readonly ids: readonly string[]
  readonly instanceId: string
}

async function playStep({ call, act, first, ids, instanceId }: Playing, step: Step): Promise<void> {
  const management = '/process-api/management'
  const executeJob = async () => act(`${management}/jobs/${(await first(`${management}/jobs`)).id}`, 'execute')
  const trigger = async (query: string, name: string, action: string) => {
    const { id } = await first('/process-api/runtime/executions', { [`${query}EventSubscriptionName`]: name })
    await call('PUT', `/process-api/runtime/executions/${id}`, { action, [`${query}Name`]: name })
  }
  /** Workers lock by topic: those of other instances are let go. */
  const lock = async (topic: string): Promise<string> => {
    const worker = { workerId: 'story' }
    const got = await call('POST', '/external-job-api/acquire/jobs', {
      ...worker,
      ...{ topic, lockDuration: 'PT1M', numberOfTasks: 100 },
    })
    const own = got.find(({ processInstanceId }: Json) => ids.includes(processInstanceId))
    for (const { id } of got) if (id !== own?.id) await call('POST', `/external-job-api/unacquire/jobs/${id}`, worker)
    return `/external-job-api/acquire/jobs/${own.id}`
  }
  if ('complete' in step) {
    const { id } = await first('/process-api/runtime/tasks', { taskDefinitionKey: step.complete })
    const variables = listVariables(step.variables)
    await call('POST', `/process-api/runtime/tasks/${id}`, { action: 'complete', variables })
  } else if ('message' in step) await trigger('message', step.message, 'messageEventReceived')
  else if ('signal' in step) await trigger('signal', step.signal, 'signalEventReceived')
  else if ('timer' in step) {
    await act(`${management}/timer-jobs/${(await first(`${management}/timer-jobs`)).id}`, 'move')
    await executeJob()
  } else if ('job' in step) await executeJob()
  else if ('work' in step) {
    await call('POST', `${await lock(step.work)}/complete`, {
      workerId: 'story',
      variables: listVariables(step.variables),
    })
    await executeJob()
  } else if ('failWork' in step)
    await call('POST', `${await lock(step.failWork)}/fail`, {
      ...{ workerId: 'story', errorMessage: 'failed by the story', retries: step.retries, retryTimeout: 'PT0S' },
    })
  else if ('errorWork' in step) {
    await call('POST', `${await lock(step.errorWork)}/bpmnError`, { workerId: 'story', errorCode: step.code })
    await executeJob()
  } else if ('giveUp' in step)
    // A job that fails is a timer until it is tried again, three times.
    for (let attempt = 1; attempt <= 3; attempt++) {
      await executeJob().catch(() => null)
      if (attempt < 3) await act(`${management}/timer-jobs/${(await first(`${management}/timer-jobs`)).id}`, 'move')
    }
  else if ('tryAgain' in step)
    await act(`${management}/deadletter-jobs/${(await first(`${management}/deadletter-jobs`)).id}`, 'move')
  else if ('workRetries' in step)
    await act(`${management}/deadletter-jobs/${(await first(`${management}/deadletter-jobs`)).id}`, 'move')
  else if ('set' in step)
    await call('POST', `/process-api/runtime/process-instances/${instanceId}/variables`, listVariables(step.set))
  else
    await call('PUT', `/process-api/runtime/process-instances/${instanceId}`, {
      action: step.suspended ? 'suspend' : 'activate',
    })
}

const externalTask = 'external-worker-complete'

/** What is seen has the form of what is seen of Camunda. Inner jobs of Flowable do not count. */
async function seeInstances(allOf: AllOf, ids: readonly string[]): Promise<Seen> {
  const queue = async (name: string) => allOf(ids, `/process-api/management/${name}`)
  const given = await queue('deadletter-jobs')
  const jobs = [...(await queue('jobs')), ...(await queue('timer-jobs')), ...(await queue('suspended-jobs')), ...given]
  const count = (kind: string) => jobs.filter(({ handlerType }) => handlerType === kind).length
  const external = (await allOf(ids, '/external-job-api/jobs')).map((job) => ({ ...job, handlerType: externalTask }))
  const work = [...external, ...given.map((job) => ({ ...job, retries: 0 }))]
  const tasks = await allOf(ids, '/process-api/runtime/tasks')
  const active = await allOf(ids, '/process-api/runtime/activity-instances', { finished: 'false' })
  const variables = await allOf(ids, '/process-api/runtime/variable-instances')
  return {
    tasks: tasks.map(({ taskDefinitionKey }) => taskDefinitionKey).sort(),
    active: active
      .filter(({ activityType }) => !/event(?!SubProcess)|gateway/i.test(activityType))
      .map(({ activityId }) => activityId)
      .sort(),
    jobs: count('async-continuation'),
    timers: count('trigger-timer'),
    incidents: given.length,
    work: work
      .filter(({ handlerType }) => handlerType === externalTask)
      .map(({ elementId, retries }) => `${elementId} ${retries}`)
      .sort(),
    variables: variables
      .map(({ variable }) => variable)
      .filter(({ name }) => !/^(?:loopCounter$|nrOf|typed )/.test(name))
      .map(({ name, value }) => `${name} = ${JSON.stringify(value)}`)
      .sort(),
  }
}

function listVariables(values: Story['variables'] = {}): object[] {
  return Object.entries(values).map(([name, value]) =>
    typeof value === 'object' ? { name, ...value } : { name, value },
  )
}
