import { randomUUID } from 'node:crypto'
import type { HttpWork } from '@millrace/engine'
import { createFakeClock, createTestDatabase, createWorkplace } from '@millrace/server/testing'
import { beforeEach, describe, expect, it } from 'vitest'
import { createPropertySeal } from '../../platform/auth/property-seal.ts'
import { OutgoingFailure } from '../../platform/outgoing/outgoing-failure.ts'
import { markOf } from '../../runtime/definitions/global-properties.ts'
import { createTestRuntime } from '../../runtime/testing/test-runtime.ts'
import { runClaimedJob } from '../run-job.ts'
import { claimAll } from '../testing/claim-all.ts'
import { createWorkPlace, httpProcess } from '../testing/create-work-place.ts'
import type { Services } from './services.ts'

const database = await createTestDatabase()
const { db, admin, workplaceId } = database
const clock = createFakeClock()
const runtime = { ...createTestRuntime(db), clock }
const place = createWorkPlace(database, runtime, { workplaceId, userId: null, cause: 'test' })
const seal = createPropertySeal('the secret of a test, long enough for one')

const asked: HttpWork[] = []
let answer: (request: HttpWork) => Readonly<Record<string, unknown>>
const services: Services = {
  http: async (request) => {
    asked.push(request)
    return answer(request)
  },
  mail: async () => ({ messageId: 'x' }),
  openSecret: seal.open,
}
const workOff = async () => {
  const outcomes: string[] = []
  for (const job of await claimAll(db, clock())) outcomes.push(await runClaimedJob({ runtime, services }, job))
  return outcomes
}
const keep = async (key: string, value: string, of = workplaceId) => {
  const handle = randomUUID()
  await admin.query(
    `insert into global_property (workplace_id, id, key, name, type, sealed, handle, created_at, updated_at) values ($1, gen_random_uuid(), $2, $2, 'text', $3, $4, now(), now())`,
    [of, key, seal.close(value), handle],
  )
  return handle
}
/** All that is kept of instances, as text. */
const keptText = async () => {
  const tables = ['variable', 'job', 'incident', 'element', 'history_variable', 'history_fact', 'history_element']
  const found = await Promise.all(tables.map((table) => admin.query(`select to_jsonb(t) as row from ${table} t`)))
  return JSON.stringify(found.map(({ rows }) => rows))
}

beforeEach(async () => {
  asked.length = 0
  answer = () => ({ statusCode: 200, body: 'ok' })
  for (const table of ['global_property', 'job', 'incident']) await admin.query(`delete from ${table}`)
})

const secret = 'p"w&ü/1'
const fields = {
  requestUrl: 'https://shop.example.org/?key=${globals.apiKey}',
  requestHeaders: 'Authorization: Bearer ${globals.apiKey}\nContent-Type: application/json',
  requestBody: '{"key":"${globals.apiKey}"}',
  responseVariableName: 'answer',
}

describe('a secret global property in a call', () => {
  it('is put in place when the call goes out, as each part writes it, and nothing that is kept has it', async () => {
    await keep('apiKey', secret)
    answer = ({ headers }) => ({ statusCode: 200, body: `you sent ${headers.Authorization}` })
    const instanceId = await place.run(httpProcess('secretly', fields))
    expect(await keptText()).not.toContain('p\\"w')
    expect(await workOff()).toEqual(['done'])
    expect(asked[0]).toMatchObject({
      url: 'https://shop.example.org/?key=p%22w%26%C3%BC%2F1',
      headers: { Authorization: `Bearer ${secret}` },
      body: JSON.stringify({ key: secret }),
    })
    // Not even where the other side repeats it.
    expect(await place.variable(instanceId, 'answer')).toBe('you sent Bearer •••')
    const kept = await keptText()
    for (const form of ['p"w', 'p\\"w', 'p\\\\\\"w', encodeURIComponent(secret)]) expect(kept).not.toContain(form)
  })

  it('has the value of the environment of the workplace', async () => {
    await keep('apiKey', 'ours')
    const sealed = JSON.stringify({ Test: seal.close('theirs').toString('base64') })
    await admin.query('update global_property set is_per_environment = true, environment_sealed = $1', [sealed])
    await place.run(httpProcess('elsewhere', fields))
    await workOff()
    await admin.query(`insert into setting (workplace_id, key, value) values ($1, 'environment.name', '"test"')`, [
      workplaceId,
    ])
    await place.run(httpProcess('in-test', fields))
    await workOff()
    await admin.query(`delete from setting where key = 'environment.name'`)
    expect(asked.map(({ headers }) => headers.Authorization)).toEqual(['Bearer ours', 'Bearer theirs'])
  })

  it('is in no incident of a call that fails', async () => {
    await keep('apiKey', secret)
    answer = ({ url }) => {
      throw new OutgoingFailure(`Expected an answer of ${url}, but there is none.`, { isFinal: true, detail: { url } })
    }
    await place.run(httpProcess('fails', fields))
    expect(await workOff()).toEqual(['failed'])
    expect((await place.incidents())[0]?.message).toBe(
      'Expected an answer of https://shop.example.org/?key=•••, but there is none.',
    )
    expect(await keptText()).not.toContain('p%22w')
  })

  it('that was deleted meanwhile stops the call, and says so', async () => {
    await keep('apiKey', secret)
    await place.run(httpProcess('gone', fields))
    await admin.query('delete from global_property')
    expect(await workOff()).toEqual(['failed'])
    expect(asked).toEqual([])
    expect((await place.incidents())[0]?.message).toMatch(/^Expected the secret global properties of the call/)
  })

  it('of another workplace is none, the user who names it', async () => {
    const handle = await keep('theirs', 'the secret of others', await createWorkplace(db))
    await place.run(httpProcess('foreign', { requestBody: '${mark}' }), { order: 1, mark: markOf(handle) })
    expect(await workOff()).toEqual(['failed'])
    expect(asked).toEqual([])
  })

  it('is a mark wherever else a process puts it', async () => {
    const handle = await keep('apiKey', secret)
    const instanceId = await place.run(
      httpProcess('kept', { requestUrl: 'https://shop.example.org/${execution.setVariable("copy", globals.apiKey)}' }),
    )
    expect(await place.variable(instanceId, 'copy')).toBe(markOf(handle))
  })
})
