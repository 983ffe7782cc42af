import { process } from '@millrace/bpmn/builder'
import { taskCalls } from '@millrace/contract'
import { createTestApp, createWorkplace, type TestClient } from '@millrace/server/testing'
import { describe, expect, it } from 'vitest'
import { createScenario } from '../../runtime/testing/scenario.ts'

const { db, runtime, workplaceId, signIn, anonymous, clock } = await createTestApp()
const scenario = await createScenario(runtime, workplaceId)

const errand = await scenario.deploy(
  process('errand', { name: 'Errand' })
    .start()
    .userTask('run', { name: 'Run', 'camunda:assignee': '${who}', 'camunda:candidateGroups': '${group}' })
    .end()
    .toXml(),
)

/** A minute after whatever was before. */
async function start(given: { who?: string; group?: string }): Promise<void> {
  clock.advance({ minutes: 1 })
  await scenario.start(errand, { variables: { who: given.who ?? null, group: given.group ?? 'nobody-is-in-it' } })
}

const newsOf = async (client: TestClient) => (await client.call(taskCalls.news)).body.items
const countOf = async (client: TestClient) => {
  const now = clock().toISOString()
  return (await client.call(taskCalls.counts, { query: { now, todayEnds: now } })).body.news
}
const see = (client: TestClient, until: string) => client.call(taskCalls.seeNews, { body: { until } })

describe('what is new for a user', () => {
  it('is for users who have tasks', async () => {
    expect((await anonymous().call(taskCalls.news)).status).toBe(401)
    expect((await anonymous().call(taskCalls.seeNews, { body: { until: clock().toISOString() } })).status).toBe(401)
    const designer = await signIn({ roles: ['RoleDesign'] })
    expect((await designer.call(taskCalls.news)).error.code).toBe('right.missing')
    expect((await see(designer, clock().toISOString())).error.code).toBe('right.missing')
    expect((await see(await signIn(), 'yesterday')).error.code).toBe('request.invalid')
  })

  it('is what they may claim, until they have seen it, and not what was given to them', async () => {
    const client = await signIn({ groups: ['runners'] })
    const other = await signIn({ groups: ['runners'] })
    await start({ who: client.user.username })
    await start({ group: 'runners' })
    await start({ who: other.user.username })
    const items = await newsOf(client)
    expect(items.map(({ state, cameAt, createdAt }) => [state, cameAt === createdAt])).toEqual([['unclaimed', true]])
    expect(await countOf(client)).toBe(1)
    expect((await see(client, items[0]?.cameAt ?? '')).status).toBe(204)
    expect([await newsOf(client), await countOf(client)]).toEqual([[], 0])
    expect(await countOf(other)).toBe(1)
    await start({ group: 'runners' })
    expect(await countOf(client)).toBe(1)
    // What was seen before stays seen.
    await see(client, '2000-01-01T00:00:00.000Z')
    expect(await countOf(client)).toBe(1)
  })

  it('does not end before now: what comes later is reported even to a clock that is ahead', async () => {
    const client = await signIn({ groups: ['late-runners'] })
    await see(client, '2099-01-01T00:00:00.000Z')
    await start({ group: 'late-runners' })
    expect(await countOf(client)).toBe(1)
  })

  it('is listed up to 20, the newest first', async () => {
    const place = await createWorkplace(db)
    const there = await createScenario(runtime, place)
    const client = await signIn({ workplaceId: place, groups: ['many-runners'] })
    const definition = await there.deploy(
      process('many').start().userTask('run', { 'camunda:candidateGroups': 'many-runners' }).end().toXml(),
    )
    for (let turn = 0; turn < 22; turn++) {
      clock.advance({ seconds: 1 })
      await there.start(definition)
    }
    const items = await newsOf(client)
    expect([items.length, items[0]?.cameAt, await countOf(client)]).toEqual([20, clock().toISOString(), 22])
    await see(client, items[0]?.cameAt ?? '')
    expect(await countOf(client)).toBe(0)
  })
})
