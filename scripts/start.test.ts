import { chownSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { readConfig } from '../apps/server/src/platform/config.ts'
import { prepareDataFolder } from '../apps/server/src/platform/data-folder.ts'
import { isPostgresAlive, type RunOptions, runServer, type ServerRun } from '../apps/server/src/testing/run-server.ts'
import { copyProject } from './copy-project.ts'
import { root } from './run-tool.ts'

type Account = NonNullable<RunOptions['account']>

const runs: ServerRun[] = []
afterEach(async () => {
  for (const run of runs.splice(0)) {
    run.child.kill('SIGTERM')
    await run.ended()
  }
})

const isRoot = process.getuid?.() === 0
const accounts: readonly (readonly [string, Account | null])[] = isRoot
  ? [
      ['root', null],
      ['an ordinary user', { uid: 65534, gid: 65534 }],
    ]
  : [['an ordinary user', null]]

const folder = install()
/** Of the copy: an ordinary user may not enter a checkout of root's. */
const ownNode = process.execPath.replace(root, folder)

describe.each(accounts)('a checkout that only its owner, %s, may enter', { timeout: 120_000 }, (_name, account) => {
  beforeAll(() => {
    if (account !== null) giveFolders(join(folder, '..'), account)
  })
  const dataFolder = account === null ? prepareDataFolder(readConfig({}), folder) : join(folder, '.data')
  afterAll(() => rmSync(dataFolder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }))
  const start = () => {
    const run = runServer({
      env: { PORT: '0', LOG_LEVEL: 'warn', HOME: '/nonexistent' },
      node: ownNode,
      script: join(folder, 'apps/server/src/main.ts'),
      cwd: folder,
      ...(account && { account }),
    })
    runs.push(run)
    return run
  }

  // That a start ends by a signal, and then starts again, is tried beside the server.
  it('starts for the first time, and once more after both it and its PostgreSQL were killed', async () => {
    const began = performance.now()
    const first = start()
    const url = await first.url()
    const firstSeconds = secondsSince(began)
    expect(first.output()).toMatch(/Sign in as admin with the password \S{16}\n/)
    expect((await fetch(`${url}/api/actuator/health/readiness`)).status).toBe(200)
    first.child.kill('SIGKILL')
    await first.ended()

    const beganAgain = performance.now()
    const second = start()
    expect((await fetch(`${await second.url()}/api/actuator/health`)).status).toBe(200)
    // To be read by people: how long it takes depends on what else the machine does.
    console.log(`First start to ready: ${firstSeconds} s; later start: ${secondsSince(beganAgain)} s.`)
    expect(second.output()).not.toContain('password')
    second.child.kill('SIGTERM')
    expect(await second.ended()).toBe(0)
    expect(isPostgresAlive(dataFolder)).toBe(false)
  })
})

/** Copies the project into a new folder with mode 0700. Everything is as after `npm ci`, and nothing has run yet. */
function install(): string {
  const parent = mkdtempSync(join(tmpdir(), 'millrace-installation-'))
  copyProject(root, join(parent, 'millrace'), { areDependenciesOwn: true })
  afterAll(() => rmSync(parent, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }))
  return join(parent, 'millrace')
}

/** Only folders: the files in them are shared with the project. */
function giveFolders(folder: string, account: Account): void {
  chownSync(folder, account.uid, account.gid)
  for (const entry of readdirSync(folder, { withFileTypes: true }))
    if (entry.isDirectory()) giveFolders(join(folder, entry.name), account)
}

function secondsSince(began: number): string {
  return ((performance.now() - began) / 1000).toFixed(1)
}
