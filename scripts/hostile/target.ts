import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { roles } from '@millrace/contract'
import { findWorkplaceId } from '../../apps/server/src/platform/auth/find-workplace.ts'
import { type Database, openDatabase } from '../../apps/server/src/platform/db/database.ts'
import { borrowPostgres } from '../../apps/server/src/platform/postgres/borrow-postgres.ts'
import { createTestRuntime, deployModel, start } from '../../apps/server/src/runtime/testing/test-runtime.ts'
import { createApiToken, createUser, createWorkplace } from '../../apps/server/src/testing/factories.ts'
import { startFreshServer } from '../fresh-server.ts'
import { memorySettings } from '../launch/run-node.mjs'
import { proxyAddress } from './elsewhere.ts'
import { oneActivity } from './models.ts'

/** The attacked server, with a user of another workplace. */
export interface Target {
  readonly url: string
  /** The password of the administrator of the default workplace, who attacks. */
  readonly password: string
  /** A user of the same workplace who may only call the engine's API. */
  readonly program: { readonly username: string; readonly password: string; readonly token: string }
  /** An API token of somebody of the same workplace who has every role. */
  readonly designer: { readonly token: string }
  /** A user administrator of the same workplace, without any other right. */
  readonly keeper: { readonly username: string; readonly token: string }
  readonly worker: { readonly workplace: string; readonly username: string; readonly password: string }
  /**
   * Returns the memory of the server process, without garbage of its event loop; null where the system does not report
   * it.
   */
  memory(): Promise<Memory | null>
  /** All that it has logged up to now. */
  log(): string
  /** Milliseconds of processor time that its event loop was held at most since a time. */
  longestTurn(since: number): number
  hasEnded(): boolean
  stop(): Promise<void>
}

/** The memory of the server in megabytes. */
export interface Memory {
  /** All that it has of the machine. */
  readonly resident: number
  /** The used and reserved heap of the event loop. Threads of the pool have heaps of their own. */
  readonly heapUsed: number
  readonly heapTotal: number
  /** The memory of JavaScript outside of heaps: buffers. */
  readonly external: number
  /** The threads of the process: V8's own, libuv's, and those of the pool. */
  readonly threads: number
}

const taskCount = 50

export async function startTarget(): Promise<Target> {
  const notes = mkdtempSync(join(tmpdir(), 'millrace-hostile-'))
  const turns = join(notes, 'turns')
  const server = await startFreshServer({
    environment: {
      ...memoryEnvironment(),
      LOG_LEVEL: 'info',
      NODE_OPTIONS: `--import=${join(import.meta.dirname, 'watch-loop.ts')}`,
      LOOP_TURNS: turns,
      // The server that does not answer is here.
      MILLRACE_ALLOW_PRIVATE_ADDRESSES: '127.0.0.1/32',
      MILLRACE_TRUSTED_PROXIES: proxyAddress,
    },
  })
  const { url, password, dataFolder, pid, hasEnded } = server
  const stop = async () => {
    await server.stop()
    rmSync(notes, { recursive: true, force: true })
  }
  const { url: databaseUrl } = await borrowPostgres(dataFolder)
  const db = openDatabase({ connectionString: databaseUrl })
  try {
    const [worker, program] = [await prepareWorker(db, password), await prepareProgram(db, password)]
    const designer = { token: await prepareDesigner(db) }
    const keeper = await prepareKeeper(db)
    return {
      url,
      password,
      program,
      designer,
      keeper,
      worker,
      log: server.output,
      memory: () => readMemory(pid, turns),
      longestTurn: (since) => readLongestTurn(turns, since),
      hasEnded,
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  } finally {
    await db.close()
  }
}

/** Returns the environment for memory as `npm start` sets it: variables that the user has set stay. */
function memoryEnvironment(): Record<string, string> {
  return Object.fromEntries(Object.entries(memorySettings).map(([name, usual]) => [name, process.env[name] ?? usual]))
}

/** Somebody with tasks. */
async function prepareWorker(db: Database, password: string): Promise<Target['worker']> {
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
  return { workplace, username, password }
}

async function prepareProgram(db: Database, password: string): Promise<Target['program']> {
  const user = await createUser(db, {
    workplaceId: (await findWorkplaceId(db, null)) ?? '',
    username: 'program',
    password,
    roles: ['RoleFullAPI'],
  })
  return { username: user.username, password, token: await createApiToken(db, user) }
}

async function prepareDesigner(db: Database): Promise<string> {
  const workplaceId = (await findWorkplaceId(db, null)) ?? ''
  return createApiToken(db, await createUser(db, { workplaceId, username: 'designer', roles: [...roles] }))
}

async function prepareKeeper(db: Database): Promise<Target['keeper']> {
  const workplaceId = (await findWorkplaceId(db, null)) ?? ''
  const { username, ...user } = await createUser(db, { workplaceId, username: 'keeper', roles: ['RoleUserAdmin'] })
  return { username, token: await createApiToken(db, user) }
}

async function readMemory(pid: number | undefined, notes: string): Promise<Memory | null> {
  if (pid === undefined || process.platform !== 'linux') return null
  const listCollected = () => (existsSync(notes) ? readFileSync(notes, 'utf8').match(/^collected .+$/gm) : null) ?? []
  const before = listCollected().length
  process.kill(pid, 'SIGUSR2')
  for (let time = 0; time < 100 && listCollected().length === before; time++) await sleep(50)
  const [heapTotal = 0, heapUsed = 0, external = 0] = (listCollected().at(-1) ?? '').split(' ').slice(1).map(Number)
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const [kilobytes, threads] = [/VmRSS:\s+(\d+) kB/, /Threads:\s+(\d+)/].map((one) => Number(one.exec(status)?.[1]))
  if (kilobytes === undefined || threads === undefined) return null
  return { resident: Math.round(kilobytes / 1024), heapUsed, heapTotal, external, threads }
}

function readLongestTurn(file: string, since: number): number {
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n')
  const turns = lines.map((one) => one.split(' ').map(Number)).filter(([at = 0]) => at >= since)
  return Math.max(0, ...turns.map(([, ms = 0]) => ms))
}
