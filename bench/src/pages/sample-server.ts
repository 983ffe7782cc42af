import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export const password = 'administrator-1'
const authorization = `Basic ${Buffer.from(`admin:${password}`).toString('base64')}`

/** A server of its own with the sample application, whose administrator has one of its tasks. */
export async function startSampleServer() {
  const dataFolder = mkdtempSync(join(tmpdir(), 'millrace-pages-'))
  const server = spawn(process.execPath, [join(import.meta.dirname, '../../../scripts/start.ts')], {
    env: {
      PATH: process.env.PATH ?? '',
      PORT: '0',
      MILLRACE_DATA: dataFolder,
      MILLRACE_SAMPLES: 'on',
      MILLRACE_ADMIN_PASSWORD: password,
      LOG_LEVEL: 'warn',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = new Promise<void>((resolve) => server.once('exit', () => resolve()))
  const stop = async () => {
    server.kill('SIGTERM')
    await ended
    rmSync(dataFolder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
  }
  try {
    const url = await readUrl(server.stdout)
    return { url, task: await assignTask(url), stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** A task with a form and conditions in it. */
async function assignTask(url: string): Promise<{ id: string; instanceId: string }> {
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

async function readUrl(output: NodeJS.ReadableStream): Promise<string> {
  let text = ''
  return new Promise((resolve, reject) => {
    output.on('data', (part) => {
      text += String(part)
      const url = /Millrace is at (\S+)/.exec(text)?.[1]
      if (url !== undefined) resolve(url)
    })
    output.on('end', () => reject(new Error(`Expected the server to start, but it ended and printed: ${text}`)))
  })
}
