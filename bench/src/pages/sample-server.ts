import { type FreshServer, startFreshServer } from '../../../scripts/fresh-server.ts'

/** Starts a separate server with the sample application, whose administrator is the assignee of one of its tasks. */
export async function startSampleServer() {
  const server = await startFreshServer({ environment: { MILLRACE_SAMPLES: 'on' }, withBrowser: true })
  try {
    return { ...server, task: await assignTask(server) }
  } catch (error) {
    await server.stop()
    throw error
  }
}

/** A task with a form and conditions in it. */
async function assignTask({ url, password }: FreshServer): Promise<{ id: string; instanceId: string }> {
  const authorization = `Basic ${Buffer.from(`admin:${password}`).toString('base64')}`
  const ask = async (path: string, body?: object) => {
    const response = await fetch(`${url}/engine-rest${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`)
    return response.status === 204 ? null : response.json()
  }
  const [task] = (await ask('/task?taskDefinitionKey=approve-by-manager&maxResults=1')) as {
    id: string
    processInstanceId: string
  }[]
  if (task === undefined) throw new Error('Expected a task of the sample application, but there is none.')
  await ask(`/task/${task.id}/assignee`, { userId: 'admin' })
  return { id: task.id, instanceId: task.processInstanceId }
}
