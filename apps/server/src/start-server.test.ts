import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTestDatabase } from '@millrace/test-kit'
import { afterAll, afterEach, describe, expect, it } from 'vitest'

const { connectionString } = await createTestDatabase()

const dataFolder = mkdtempSync(join(tmpdir(), 'millrace-server-'))
const children: ChildProcess[] = []
afterEach(async () => {
  for (const child of children.splice(0)) {
    if (child.exitCode !== null || child.signalCode !== null) continue
    child.kill('SIGTERM')
    await once(child, 'exit')
  }
})
afterAll(() => rmSync(dataFolder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }))

interface Run {
  readonly child: ChildProcess
  /** All that was printed up to now. */
  output(): string
  /** Waits for a line; fails when the process ends first. */
  until(words: RegExp): Promise<RegExpMatchArray>
  ended(): Promise<number | null>
}

function run(env: Record<string, string>): Run {
  const base = { PATH: process.env.PATH ?? '', MILLRACE_DATA: dataFolder, PORT: '0', LOG_LEVEL: 'warn' }
  const child = spawn(process.execPath, [join(import.meta.dirname, 'main.ts')], {
    env: { ...base, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  children.push(child)
  let text = ''
  let hasEnded = false
  let wake = () => {}
  const exit = once(child, 'exit').then(() => {
    hasEnded = true
    wake()
  })
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (part: string) => {
      text += part
      wake()
    })
  }
  return {
    child,
    output: () => text,
    until: async (words) => {
      for (;;) {
        const match = text.match(words)
        if (match !== null) return match
        if (hasEnded) throw new Error(`Expected “${words.source}”, but the server ended and printed: ${text}`)
        await new Promise<void>((resolve) => (wake = resolve))
      }
    },
    ended: async () => {
      await exit
      return child.exitCode
    },
  }
}

const urlOf = async (server: Run) => (await server.until(/Millrace is at (http:\S+)/))[1] ?? ''
const isUp = async (url: string) => (await fetch(`${url}/api/actuator/health`)).ok
const isPostgresAlive = () => {
  try {
    return process.kill(
      Number(readFileSync(join(dataFolder, 'postgres/files/postmaster.pid'), 'utf8').split('\n')[0]),
      0,
    )
  } catch {
    return false
  }
}

describe('the server', { timeout: 60_000 }, () => {
  it('starts, shows a generated password once, and ends by a signal without leaving PostgreSQL', async () => {
    const first = run({})
    expect(await isUp(await urlOf(first))).toBe(true)
    expect(first.output()).toMatch(/Sign in as admin with the password \S{16}\n/)
    first.child.kill('SIGINT')
    first.child.kill('SIGINT')
    expect(await first.ended()).toBe(0)
    expect(isPostgresAlive()).toBe(false)
    const second = run({})
    await urlOf(second)
    expect(second.output()).not.toContain('password')
  })

  it('starts again after it was killed', async () => {
    const killed = run({})
    await urlOf(killed)
    killed.child.kill('SIGKILL')
    await killed.ended()
    expect(await isUp(await urlOf(run({})))).toBe(true)
  })

  it('ends when its PostgreSQL does', async () => {
    const server = run({})
    await urlOf(server)
    process.kill(
      Number(readFileSync(join(dataFolder, 'postgres/files/postmaster.pid'), 'utf8').split('\n')[0]),
      'SIGKILL',
    )
    expect(await server.ended()).toBe(1)
    expect(server.output()).toContain('Expected PostgreSQL to run as long as the server does, but it has ended.')
  })

  it('ends with one sentence when its port is taken, and leaves no PostgreSQL', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    const { port } = other.address() as { port: number }
    const server = run({ PORT: String(port) })
    expect(await server.ended()).toBe(1)
    expect(server.output()).toBe(
      `Expected port ${port} of 127.0.0.1 to be free, but another program uses it. Set PORT to another one.\n`,
    )
    expect(isPostgresAlive()).toBe(false)
    other.close()
  })

  it.each([
    [{ PORT: 'x' }, /^Expected PORT to be a whole number from 0 to 65535, but it is “x”\.\n$/],
    [
      { DATABASE_URL: 'postgres://a:b@127.0.0.1:1/c' },
      /^Expected a PostgreSQL at 127\.0\.0\.1:1\/c, but: .*\. Check DATABASE_URL\.\n$/,
    ],
    [{ HOST: '192.0.2.1' }, /^Expected HOST to be an address of this machine, but “192\.0\.2\.1” is not: .*\.\n$/],
    [
      { MILLRACE_DATA: '/dev/null/x' },
      /^Expected to be able to make the data folder \/dev\/null\/x, but: .*\. Set MILLRACE_DATA to another folder\.\n$/,
    ],
  ])('ends with one sentence for %j', async (env, sentence) => {
    const server = run(env)
    expect(await server.ended()).toBe(1)
    expect(server.output()).toMatch(sentence)
  })

  it('shares a database with other processes, which may only work off jobs', async () => {
    const env = { DATABASE_URL: connectionString, MILLRACE_ADMIN_PASSWORD: 'given' }
    const [web, worker] = [run({ ...env, MILLRACE_ROLES: 'web' }), run({ ...env, MILLRACE_ROLES: 'worker' })]
    expect(await isUp(await urlOf(web))).toBe(true)
    await worker.until(/Millrace works off jobs\./)
    worker.child.kill('SIGTERM')
    expect(await worker.ended()).toBe(0)
  })
})
