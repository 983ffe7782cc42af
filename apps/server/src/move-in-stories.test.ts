import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { createRestTest } from './engine-rest/testing/rest-test.ts'
import { runMoveInCommand } from './move-in-command.ts'
import { addressOf } from './operations/move-in/testing/house.ts'
import { comparable } from './operations/move-in/testing/stories/comparable.ts'
import { flowableRemains } from './operations/move-in/testing/stories/flowable.ts'
import { loadStories } from './operations/move-in/testing/stories/load-stories.ts'
import { type Engine, play, type Seen, see } from './operations/move-in/testing/stories/play.ts'
import { findStory, isProduct, products } from './operations/move-in/testing/stories/products.ts'

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
    const left = lines.flatMap((line) => /^Left out\t(\S+)\tACT_RU_EXECUTION/.exec(line)?.[1] ?? [])
    const remains = product === 'flowable-7.2' ? Object.values(flowableRemains) : []
    expect(left.sort()).toEqual(remains.map(({ code }) => code).sort())
  })

  it.each(products[product])('continue as there: %s', async (title) => {
    const [instance] = await engine.get('/process-instance', { businessKey: `${product} ${title}` })
    const expected = recorded[title] ?? []
    const seen = async () => comparable(product, await see(engine, instance.id))
    expect([0, await seen()]).toEqual([0, expected[0]])
    for (const [index, step] of findStory(product, title).after.entries()) {
      await play(engine, instance.id, step)
      expect([index + 1, step, await seen()]).toEqual([index + 1, step, expected[index + 1]])
    }
  })
})

describe('values of a real flowable-7.2', () => {
  it('keep their types where there are equal ones, and are texts or numbers otherwise', async () => {
    const [instance] = await engine.get('/process-instance', { businessKey: 'flowable-7.2 variables of all types' })
    const variables: Record<string, { type: string; value: unknown }> = await engine.get(
      `/process-instance/${instance.id}/variables`,
    )
    const found = Object.entries(variables).map(([name, { type, value }]) => [name, type, value])
    expect(found.filter(([name]) => name !== 'typed long text').sort()).toEqual([
      ['typed boolean', 'Boolean', true],
      ['typed date', 'Date', '2027-01-05T10:00:00.000+0000'],
      ['typed double', 'Double', 1.5],
      ['typed instant', 'Date', '2027-01-05T10:00:00.000+0000'],
      ['typed integer', 'Integer', 7],
      ['typed json', 'Json', '{"rows":[1,2]}'],
      ['typed local date', 'String', '2027-01-05'],
      ['typed local time', 'String', '2027-01-05T10:00:00.000'],
      ['typed long', 'Long', 9_000_000_000],
      ['typed short', 'Short', 8],
      ['typed string', 'String', 'so'],
    ])
    expect(variables['typed long text']).toMatchObject({ type: 'String', value: 'so '.repeat(2000) })
  })

  it('has tasks with their candidates and dates', async () => {
    const [instance] = await engine.get('/process-instance', {
      businessKey: 'flowable-7.2 task with candidates and due date',
    })
    expect(instance).toBeUndefined()
    const [ended] = await engine.get('/history/process-instance', {
      processInstanceBusinessKey: 'flowable-7.2 task with candidates and due date',
    })
    const [first] = await engine.get('/history/task', { processInstanceId: ended.id, taskDefinitionKey: 'work' })
    expect(first).toMatchObject({ priority: 70, due: '2027-01-05T10:00:00.000+0000' })
  })
})
