import { inject } from 'vitest'

/** The administrator of the journeys' server. */
const authorization = `Basic ${Buffer.from('admin:administrator-1').toString('base64')}`

/** Deploys a file over `/engine-rest`, with further files that belong to it. */
export async function deploy(
  fileName: string,
  content: string,
  more: Readonly<Record<string, string>> = {},
  server = inject('serverUrl'),
): Promise<void> {
  const body = new FormData()
  body.append('deployment-name', fileName)
  for (const [name, text] of Object.entries({ [fileName]: content, ...more })) body.append(name, new File([text], name))
  await send('/deployment/create', body, server)
}

/** Starts an instance over `/engine-rest`. @returns its id. */
export async function start(
  processKey: string,
  businessKey: string,
  server = inject('serverUrl'),
  variables: Readonly<Record<string, { readonly value: unknown }>> = {},
): Promise<string> {
  const body = JSON.stringify({ businessKey, variables })
  const { id } = await send(`/process-definition/key/${processKey}/start`, body, server)
  return id
}

/**
 * Counts the instances of a process that a user has started, running and ended, because other journeys start their own
 * instances concurrently.
 */
export async function countInstances(processKey: string, startedBy: string): Promise<number> {
  const { count } = await read<{ count: number }>(
    `/history/process-instance/count?${new URLSearchParams({ processDefinitionKey: processKey, startedBy })}`,
  )
  return count
}

/** Lists the open tasks of an instance. */
export function listTasks(instanceId: string): Promise<{ readonly id: string }[]> {
  return read(`/task?processInstanceId=${instanceId}`)
}

/** Returns the id of the newest version of a process. */
export async function findDefinitionId(processKey: string): Promise<string> {
  return (await read<{ id: string }>(`/process-definition/key/${processKey}`)).id
}

/** Carries out an action on a task as an administrator, such as `delegate` and `resolve`. */
export async function actOnTask(id: string, action: string, body: object): Promise<void> {
  const headers = { authorization, 'content-type': 'application/json' }
  const init = { method: 'POST', headers, body: JSON.stringify(body) }
  const response = await fetch(`${inject('serverUrl')}/engine-rest/task/${id}/${action}`, init)
  if (!response.ok) throw new Error(`Expected ${action} to be done, but it was refused with ${response.status}.`)
}

async function read<T>(path: string): Promise<T> {
  const response = await fetch(`${inject('serverUrl')}/engine-rest${path}`, { headers: { authorization } })
  if (!response.ok) throw new Error(`Expected ${path} to be answered, but it was refused with ${response.status}.`)
  return (await response.json()) as T
}

async function send(path: string, body: FormData | string, server: string): Promise<{ id: string }> {
  const headers: Record<string, string> = { authorization }
  if (typeof body === 'string') headers['content-type'] = 'application/json'
  const response = await fetch(`${server}/engine-rest${path}`, { method: 'POST', headers, body })
  if (!response.ok)
    throw new Error(
      `Expected ${path} to be answered, but it was refused with ${response.status}: ${await response.text()}`,
    )
  return (await response.json()) as { id: string }
}
