import { api } from '@millrace/contract'
import { createTestApp } from '@millrace/server/testing'
import { describe, expect, it } from 'vitest'

/**
 * Operations on one record at the same time wait for each other, so the second one meets what the first one has left. A
 * transaction of the test holds the record until both of them wait.
 */
const { admin, signIn } = await createTestApp()
const [first, second] = [await signIn({ roles: ['RoleDesign'] }), await signIn({ roles: ['RoleDesign'] })]
const { emailTemplates: calls } = api
const fields = { subject: 'Order', html: '<p>Hello</p>' }

async function createTemplate(name: string) {
  const { status, body } = await first.call(calls.create, { body: { ...fields, name } })
  expect([status, body]).toEqual([200, expect.objectContaining({ name })])
  return body
}

async function countWaiting(): Promise<number> {
  const { rows } = await admin.query(
    "select count(*)::int as count from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
  )
  return rows[0].count
}

/** Makes both calls while the record is held. @returns their codes, `done` first. */
async function atOnce(
  id: string,
  table: 'email_template' | 'global_property',
  ...both: readonly (() => Promise<{ status: number; error: { code: string } }>)[]
) {
  const holder = await admin.connect()
  await holder.query('begin')
  await holder.query(`select from ${table} where id = $1 for update`, [id])
  const answers = Promise.all(both.map((call) => call()))
  try {
    await expect.poll(countWaiting).toBe(both.length)
  } finally {
    await holder.query('commit')
    holder.release()
  }
  return (await answers).map(({ status, error }) => (status < 300 ? 'done' : error.code)).toSorted()
}

describe('one record by two at once', () => {
  it('is changed by only one of several users who have seen the same revision', async () => {
    const { id } = await createTemplate('Changed twice')
    const save = (client: typeof first, name: string) => () =>
      client.call(calls.save, { params: { id }, body: { ...fields, name, revision: 1 } })
    expect(await atOnce(id, 'email_template', save(first, 'By the first'), save(second, 'By the second'))).toEqual([
      'done',
      'thing.changed',
    ])
    expect((await first.call(calls.get, { params: { id } })).body.revision).toBe(2)
  })

  it('is not changed by a user who names a revision that it has not reached, such as before a backup was restored', async () => {
    const { id } = await createTemplate('Ahead')
    const ahead = await first.call(calls.save, { params: { id }, body: { ...fields, name: 'Later', revision: 2 } })
    expect(ahead.error.code).toBe('thing.changed')
    expect((await first.call(calls.get, { params: { id } })).body).toMatchObject({ name: 'Ahead', revision: 1 })
  })

  it('is disabled once, with one reason', async () => {
    const { id } = await createTemplate('Disabled twice')
    const disable = (client: typeof first, deletedReason: string) => () =>
      client.call(calls.disable, { params: { id }, query: { deletedReason } })
    expect(await atOnce(id, 'email_template', disable(first, 'One'), disable(second, 'Two'))).toEqual([
      'done',
      'thing.disabled',
    ])
    expect((await first.call(calls.get, { params: { id } })).body.revision).toBe(2)
  })

  it('is restored once', async () => {
    const { id } = await createTemplate('Restored twice')
    await first.call(calls.disable, { params: { id }, query: { deletedReason: 'Old' } })
    const restore = (client: typeof first) => () => client.call(calls.restore, { params: { id } })
    expect(await atOnce(id, 'email_template', restore(first), restore(second))).toEqual(['done', 'thing.exists'])
    expect((await first.call(calls.get, { params: { id } })).body).toMatchObject({ revision: 3, disabled: null })
  })

  it('is removed once, and no other with it', async () => {
    const keeper = await signIn({ roles: ['RoleDesign', 'RoleAdmin', 'RoleProcessAdmin'] })
    const create = (key: string) =>
      keeper.call(api.globalProperties.create, { body: { key, name: key, type: 'number', value: '1' } as never })
    const [one, other] = [(await create('one')).body, (await create('other')).body]
    const remove = () => keeper.call(api.globalProperties.remove, { params: { id: one.id } })
    expect(await atOnce(one.id, 'global_property', remove, remove)).toEqual(['done', 'thing.not-found'])
    expect((await keeper.call(api.globalProperties.get, { params: { id: other.id } })).status).toBe(200)
  })

  it('counts a revision for each change, so that nobody saves over a disabled and restored one unseen', async () => {
    const { id } = await createTemplate('Away and back')
    const revisions = [
      (await first.call(calls.disable, { params: { id }, query: { deletedReason: 'Old' } })).body.revision,
      (await first.call(calls.restore, { params: { id } })).body.revision,
    ]
    expect(revisions).toEqual([2, 3])
    const late = await second.call(calls.save, { params: { id }, body: { ...fields, name: 'Late', revision: 1 } })
    expect(late.error.code).toBe('thing.changed')
  })
})
