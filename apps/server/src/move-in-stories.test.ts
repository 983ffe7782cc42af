import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { createRestTest } from './engine-rest/testing/rest-test.ts'
import { runMoveInCommand } from './move-in-command.ts'
import { addressOf } from './operations/move-in/testing/house.ts'
import { loadStories } from './operations/move-in/testing/stories/load-stories.ts'
import { type Engine, play, type Seen, see } from './operations/move-in/testing/stories/play.ts'
import { isProduct, products, stories } from './operations/move-in/testing/stories/stories.ts'

const { rest, runtime, clock, admin, connectionString } = await createRestTest()
const folder = join(import.meta.dirname, 'operations/move-in/testing/stories')
const engine: Engine = {
  get: async (path, query) => (await rest.get(path, query)).body,
  send: async (method, path, body) => {
    const { status, body: answered } = await rest.send(method, path, { body: body ?? {} })
    if (status >= 300) throw new Error(`${path} answered ${status}: ${JSON.stringify(answered)}`)
    return answered
  },
}

/** What the real engine did: see `scripts/move-in-stories.ts`. */
const readRecorded = (product: string): Readonly<Record<string, readonly Seen[]>> =>
  JSON.parse(readFileSync(join(folder, `${product}.json`), 'utf8'))

describe.each(Object.keys(products).filter(isProduct))('instances of a real %s', (product) => {
  const schema = `stories_${product.replace(/\W/g, '_')}`
  const recorded = readRecorded(product)

  beforeAll(async () => {
    await loadStories(connectionString, schema, product)
    // Cycles go by the clock: there, the steps after the move were recorded right away.
    const { rows } = await admin.query(`select max(start_time_)::text as last from ${schema}.act_hi_actinst`)
    clock.set(new Date(`${rows[0].last}Z`))
  })

  it('move all', async () => {
    const lines: string[] = []
    const context = { runtime, print: (line: string) => lines.push(line), onStop: () => {} }
    await runMoveInCommand(context, ['--source', addressOf(connectionString, schema)])
    expect(lines.filter((line) => /^Left out\t.*ACT_RU_EXECUTION/.test(line))).toEqual([])
  })

  it.each(products[product])('continue as there: %s', async (title) => {
    const [instance] = await engine.get('/process-instance', { businessKey: `${product} ${title}` })
    const expected = recorded[title] ?? []
    expect([0, await see(engine, instance.id)]).toEqual([0, expected[0]])
    for (const [index, step] of (stories[title]?.after ?? []).entries()) {
      await play(engine, instance.id, step)
      expect([index + 1, step, await see(engine, instance.id)]).toEqual([index + 1, step, expected[index + 1]])
    }
  })
})
