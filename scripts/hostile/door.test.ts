import { createApiToken, createTestApp, createUser } from '@millrace/server/testing'
import { expect, it } from 'vitest'
import { doorAttacks } from './door.ts'

const { app, db, workplaceId } = await createTestApp()
const url = await app.listen({ port: 0, host: '127.0.0.1' })
const token = await createApiToken(db, await createUser(db, { workplaceId, groups: ['camunda-admin'] }))

/** The longest that another call had to wait, in ms. */
async function watchHealth(): Promise<() => Promise<number>> {
  let longest = 0
  let isOver = false
  const watching = (async () => {
    while (!isOver) {
      const begun = performance.now()
      const response = await fetch(`${url}/api/actuator/health`)
      expect(response.status).toBe(200)
      longest = Math.max(longest, performance.now() - begun)
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  })()
  return async () => {
    isOver = true
    await watching
    return longest
  }
}

it.each(doorAttacks.filter(({ isShort }) => isShort === true).map((attack) => [attack.name, attack] as const))(
  '%s: keeps nobody waiting',
  async (_, { run, ends }) => {
    const end = await watchHealth()
    const ending = await run({ url, authorization: `Bearer ${token}` })
    expect(ends).toContain(ending.end)
    // Generous: clients and server share this thread. It was twelve seconds and more.
    expect(await end()).toBeLessThan(4000)
  },
)
