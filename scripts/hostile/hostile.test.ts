import { roles } from '@millrace/contract'
import { createApiToken, createTestApp, createUser } from '@millrace/server/testing'
import { describe, expect, it } from 'vitest'
import { attacks } from './attacks/index.ts'
import { createAttacker, type Send } from './clients.ts'

/** The short form of `npm run hostile`, in one process and without a clock: what ends how, and that the loop turns. */
const lines: string[] = []
const { app, db, workplaceId, signIn } = await createTestApp({
  budgets: { callTime: 1000 },
  log: (line) => lines.push(line),
})
await createUser(db, {
  workplaceId,
  username: 'mallory',
  password: 'a password for mallory',
  groups: ['camunda-admin'],
  roles: ['RoleUser', 'RoleUserAdmin', 'RoleAdmin'],
})
const designer = await createUser(db, { workplaceId, username: 'designer', roles: [...roles] })
const keeper = await createUser(db, { workplaceId, username: 'keeper', roles: ['RoleUserAdmin'] })
const send: Send = async ({ method, path, headers, payload }) => {
  const { statusCode, body } = await app.inject({ method, url: path, headers, payload } as never)
  return { status: statusCode, text: body }
}
const mallory = { username: 'mallory', password: 'a password for mallory' }
const url = await app.listen({ port: 0, host: '127.0.0.1' })
const attacker = createAttacker(send, {
  url,
  attacker: mallory,
  neighbour: mallory,
  program: { ...mallory, token: '' },
  designer: { token: await createApiToken(db, designer) },
  keeper: { username: keeper.username, token: await createApiToken(db, keeper) },
  log: () => lines.join(''),
})

/** Milliseconds of processor time: on the loop each of these takes many times as long, or never ends. */
const blockedMs = 1500

/** Watches the loop of this thread. The answer ends it, and says for how long the loop did not turn at most, in milliseconds of processor time. */
function watchLoop(): () => number {
  let before = process.threadCpuUsage()
  let longest = 0
  const turn = () => {
    const { user, system } = process.threadCpuUsage(before)
    before = process.threadCpuUsage()
    longest = Math.max(longest, (user + system) / 1000)
  }
  const timer = setInterval(turn, 10)
  return () => {
    clearInterval(timer)
    turn()
    return longest
  }
}

describe('an attack', { timeout: 240_000 }, () => {
  it.each(attacks.filter(({ isShort }) => isShort === true).map((attack) => [attack.name, attack] as const))(
    'ends with its code, and keeps nobody else waiting: %s',
    async (_name, { ends, run }) => {
      const longest = watchLoop()
      const { end } = await run(attacker)
      expect(end).toBeOneOf([...ends])
      expect(longest()).toBeLessThan(blockedMs)
    },
  )

  it('leaves a server that works', async () => {
    const client = await signIn()
    expect((await client.send({ url: '/api/tasks/assigned' })).status).toBe(200)
  })
})
