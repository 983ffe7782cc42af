import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '../../apps/server/src/platform/db/database.ts'
import { migrate } from '../../apps/server/src/platform/migrations/migrate.ts'
import { startPostgres } from '../../apps/server/src/platform/postgres/start-postgres.ts'
import { createTestRuntime, deployModel, start } from '../../apps/server/src/runtime/testing/test-runtime.ts'
import { createUser, createWorkplace } from '../../apps/server/src/testing/factories.ts'
import { root } from '../run-tool.ts'
import { oneActivity } from './models.ts'

/** A server to attack, with somebody of another workplace who works in it. */
export interface Target {
  readonly url: string
  /** Of the administrator of the default workplace, who attacks. */
  readonly password: string
  /** Of the same workplace: it may call the engine's API, and has no other right. */
  readonly program: { readonly username: string; readonly password: string }
  readonly worker: { readonly workplace: string; readonly username: string; readonly password: string }
  /** Megabytes that the server's process holds; null where the system does not tell. */
  memory(): number | null
  hasEnded(): boolean
  stop(): Promise<void>
}

const taskCount = 50

export async function startTarget(environment: Readonly<Record<string, string>> = {}): Promise<Target> {
  const dataFolder = mkdtempSync(join(tmpdir(), 'millrace-hostile-'))
  const postgres = await startPostgres({ dataFolder })
  const password = randomBytes(12).toString('base64url')
  await migrate({ connectionString: postgres.url })
  const worker = await prepareWorker(postgres.url, password)
  const child = spawn(process.execPath, [join(root, 'apps/server/src/main.ts')], {
    env: {
      PATH: process.env.PATH ?? '',
      HOST: '127.0.0.1',
      PORT: '0',
      DATABASE_URL: postgres.url,
      MILLRACE_DATA: dataFolder,
      MILLRACE_ADMIN_PASSWORD: password,
      LOG_LEVEL: 'silent',
      // The server that does not answer is here.
      MILLRACE_ALLOW_PRIVATE_ADDRESSES: '127.0.0.1/32',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  })
  const exit = once(child, 'exit')
  const url = await readUrl(child.stdout, exit)
  return {
    url,
    password,
    program: await prepareProgram(postgres.url, password),
    worker,
    memory: () => readMemory(child.pid),
    hasEnded: () => child.exitCode !== null || child.signalCode !== null,
    stop: async () => {
      child.kill('SIGTERM')
      await exit
      await postgres.stop()
      rmSync(dataFolder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
    },
  }
}

/** Somebody with tasks. */
async function prepareWorker(connectionString: string, password: string): Promise<Target['worker']> {
  const db = openDatabase({ connectionString })
  const runtime = createTestRuntime(db)
  const workplace = 'neighbours'
  const workplaceId = await createWorkplace(db, { reference: workplace })
  const { username } = await createUser(db, {
    workplaceId,
    username: 'neighbour',
    password,
    groups: ['camunda-admin'],
    roles: ['RoleUser', 'RoleFullAPI'],
  })
  const actor = { workplaceId, userId: username, cause: 'hostile' }
  const model = oneActivity(
    'work',
    `<userTask xmlns:c="http://camunda.org/schema/1.0/bpmn" id="step" c:assignee="${username}"/>`,
  )
  const definitionId = await deployModel(runtime, actor, model)
  for (let index = 0; index < taskCount; index++) await start(runtime, actor, definitionId)
  await deployModel(runtime, actor, oneActivity('beside', '<task id="step" camunda:asyncBefore="true"/>'))
  await runtime.threads.close()
  await db.close()
  return { workplace, username, password }
}

async function prepareProgram(connectionString: string, password: string): Promise<Target['program']> {
  const db = openDatabase({ connectionString })
  const { rows } = await db.pool.query<{ id: string }>('select workplace_id as id from workplace where is_default')
  const { username } = await createUser(db, {
    workplaceId: rows[0]?.id ?? '',
    username: 'program',
    password,
    roles: ['RoleFullAPI'],
  })
  await db.close()
  return { username, password }
}

async function readUrl(output: NodeJS.ReadableStream, exit: Promise<unknown>): Promise<string> {
  let text = ''
  const found = new Promise<string>((resolve) => {
    output.setEncoding('utf8').on('data', (part: string) => {
      text += part
      const url = /Millrace is at (\S+)/.exec(text)?.[1]
      if (url !== undefined) resolve(url)
    })
  })
  const ended = exit.then(() => {
    throw new Error(`Expected the server to start, but it ended and printed: ${text}`)
  })
  return Promise.race([found, ended])
}

function readMemory(pid: number | undefined): number | null {
  try {
    const kilobytes = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
    return kilobytes === undefined ? null : Math.round(Number(kilobytes) / 1024)
  } catch {
    return null
  }
}
