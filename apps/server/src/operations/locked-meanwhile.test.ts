import { absenceCalls, accountCalls, api, sessionLimits } from '@millrace/contract'
import { createTestApp, createUser } from '@millrace/server/testing'
import { expect, it } from 'vitest'

/**
 * An operation locks the row that it changes, and decides on what it finds then. Here somebody else has the row, and changes
 * it: the operation waits, and goes by what that one has left. Without the lock it would decide on the row as it was before
 * it waited, and write over the change.
 */
const { admin, db, workplaceId, signIn } = await createTestApp()
const roles = ['RoleUser', 'RoleDesign', 'RoleAdmin', 'RoleUserAdmin', 'RoleProcessAdmin', 'RoleIntegration'] as const
const client = await signIn({ roles: [...roles] })

interface Answer {
  readonly status: number
  readonly error: { readonly code: string }
}

async function countWaiting(): Promise<number> {
  const { rows } = await admin.query(
    "select count(*)::int as count from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
  )
  return rows[0].count
}

/** Calls while somebody else has changed the row and not committed it yet. */
async function callMeanwhile(
  { table, id, key = 'id' }: { readonly table: string; readonly id: string; readonly key?: string },
  set: string,
  call: () => Promise<Answer>,
): Promise<string> {
  const other = await admin.connect()
  await other.query('begin')
  try {
    const { rowCount } = await other.query(`update ${table} set ${set} where ${key} = $1`, [id])
    expect(rowCount).toBe(1)
    const answer = call()
    await expect.poll(countWaiting).toBe(1)
    await other.query('commit')
    const { status, error } = await answer
    return status < 300 ? 'done' : error.code
  } finally {
    await other.query('rollback')
    other.release()
  }
}

const made = <T extends { id: string }>({ status, body }: { status: number; body: T }): T => {
  expect(status).toBeLessThan(300)
  return body
}
let count = 0
/** An application with a process. */
async function createApplication() {
  const key = `meanwhile-${++count}`
  const { id } = made(await client.call(api.applications.create, { body: { name: key, key } }))
  const params = { appId: id }
  const process = made(await client.call(api.appProcesses.create, { params, body: { name: key, key } }))
  const xml = `<bpmn:definitions xmlns:bpmn="http://www.omg.org/spec/BPMN/20100524/MODEL" targetNamespace="t"><bpmn:process id="${key}" isExecutable="true"><bpmn:startEvent id="start"/><bpmn:sequenceFlow id="f" sourceRef="start" targetRef="work"/><bpmn:userTask id="work"/></bpmn:process></bpmn:definitions>`
  await client.call(api.appProcesses.saveDesign, { params: { ...params, processId: process.id }, body: { xml } })
  return { id, key, params }
}
const columns = [{ key: 'code', name: 'Code', type: 'text' as const }]
const view = {
  ...{ list: 'tasks.assigned', name: 'Mine', search: { q: 'x' } },
  columns: { order: ['due', 'name'], shown: { key: true }, pinned: ['due'] },
  sharing: { with: 'nobody' as const },
}
const disabled = `disabled_at = now(), disabled_by = 'eve', disabled_reason = 'Old', revision = revision + 1`
const changed = 'revision = revision + 1, updated_at = now()'

it.each<[string, () => Promise<string>, string]>([
  [
    'an application that is disabled meanwhile',
    async () => {
      const { id, key, params } = await createApplication()
      return callMeanwhile({ table: 'application', id }, disabled, () =>
        client.call(api.applications.save, { params, body: { name: 'Renamed', key } }),
      )
    },
    'thing.disabled',
  ],
  [
    'an application that is disabled while it is deployed',
    async () => {
      const { id, params } = await createApplication()
      return callMeanwhile({ table: 'application', id }, disabled, () =>
        client.call(api.applications.deploy, { params, body: {} }),
      )
    },
    'thing.disabled',
  ],
  [
    'a form that is disabled meanwhile',
    async () => {
      const body = { name: 'Order', formKey: 'order', labels: '' }
      const { params } = await createApplication()
      const { id } = made(await client.call(api.forms.create, { params, body }))
      return callMeanwhile({ table: 'form', id }, disabled, () =>
        client.call(api.forms.save, { params: { ...params, formId: id }, body }),
      )
    },
    'thing.disabled',
  ],
  [
    'a data list that is disabled meanwhile',
    async () => {
      const body = { name: 'Offices', key: 'offices', columns }
      const { id } = made(await client.call(api.dataLists.create, { body }))
      return callMeanwhile({ table: 'data_list', id }, disabled, () =>
        client.call(api.dataLists.save, { params: { id }, body }),
      )
    },
    'thing.disabled',
  ],
  [
    'rows of a data list that is disabled meanwhile',
    async () => {
      const { id, version } = made(
        await client.call(api.dataLists.create, { body: { name: 'Rooms', key: 'rooms', columns } }),
      )
      const added = [{ after: null, cells: { code: 'A' } }] as never
      return callMeanwhile({ table: 'data_list', id }, disabled, () =>
        client.call(api.dataLists.saveRows, { params: { id }, body: { version, added } }),
      )
    },
    'thing.disabled',
  ],
  [
    'an external system that is disabled meanwhile',
    async () => {
      const body = { name: 'Shop', description: '' } as never
      const { id } = made(await client.call(api.externalSystems.create, { body }))
      return callMeanwhile({ table: 'external_system', id }, disabled, () =>
        client.call(api.externalSystems.save, { params: { id }, body }),
      )
    },
    'thing.disabled',
  ],
  [
    'a view of a list that its owner changes meanwhile in another window',
    async () => {
      const { id, revision } = made(await client.call(api.listViews.create, { body: view }))
      return callMeanwhile({ table: 'list_view', id }, changed, () =>
        client.call(api.listViews.save, { params: { id }, body: { name: 'Others', revision } }),
      )
    },
    'thing.changed',
  ],
  [
    'a group that is changed meanwhile',
    async () => {
      const body = { key: 'sales', name: 'Sales' } as never
      const { id, revision } = made(await client.call(api.groups.create, { body }))
      return callMeanwhile({ table: 'user_group', id }, changed, () =>
        client.call(api.groups.save, { params: { id }, body: { name: 'Sellers', revision } as never }),
      )
    },
    'thing.changed',
  ],
  [
    'a user who is changed meanwhile',
    async () => {
      const { id } = await createUser(db, { workplaceId, username: 'ann' })
      return callMeanwhile({ table: 'app_user', id }, changed, () =>
        client.call(api.userAccounts.save, { params: { id }, body: { firstName: 'Anna', revision: 1 } }),
      )
    },
    'thing.changed',
  ],
  [
    'a mail of the product that is changed meanwhile',
    async () => {
      const params = { mail: 'assigned' }
      const body = { subject: 'To do: ${name}', html: '<p>${what}</p>' }
      expect((await client.call(api.systemTemplates.save, { params, body })).status).toBe(200)
      const save = () => client.call(api.systemTemplates.save, { params, body: { ...body, revision: 1 } })
      return callMeanwhile({ table: 'system_template', id: params.mail, key: 'mail' }, changed, save)
    },
    'thing.changed',
  ],
])('%s is left as it is', async (_, change, code) => {
  expect(await change()).toBe(code)
})

it('API tokens are counted with their owner locked: of two at once, one is the last', async () => {
  const owner = await signIn()
  const create = () => owner.call(accountCalls.createToken, { body: { name: 'tool' } })
  for (let made = 1; made < sessionLimits.apiTokens; made++) expect((await create()).status).toBe(200)
  const other = await admin.connect()
  await other.query('begin')
  await other.query('select from app_user where id = $1 for no key update', [owner.user.id])
  const both = [create(), create()]
  await expect.poll(countWaiting).toBe(2)
  await other.query('commit')
  other.release()
  const answers = await Promise.all(both)
  expect(answers.map(({ status }) => status < 300).toSorted()).toEqual([false, true])
})

it('categories are moved one after the other: of two that would stand in each other, one is refused', async () => {
  const create = async (name: string) => made(await client.call(api.categoryDesigns.create, { body: { name } })).id
  const [one, two] = [await create('One'), await create('Two')]
  const move = (id: string, parentId: string) =>
    client.call(api.categoryDesigns.move, { params: { id }, body: { parentId, before: null } })
  const other = await admin.connect()
  await other.query('begin')
  await other.query(`select pg_advisory_xact_lock(hashtextextended('millrace categories ' || $1::text, 0))`, [
    workplaceId,
  ])
  const both = [move(one, two), move(two, one)]
  await expect.poll(countWaiting).toBe(2)
  await other.query('commit')
  other.release()
  const answers = await Promise.all(both)
  expect(answers.map(({ status, error }) => (status < 300 ? 'done' : error.code)).toSorted()).toEqual([
    'category.place-invalid',
    'done',
  ])
})

it('absences lock all whom they are about: of two who name each other at once, one is refused', async () => {
  const [ann, bob] = [await signIn({ roles: ['RoleUser'] }), await signIn({ roles: ['RoleUser'] })]
  const times = { from: '2090-01-01T00:00:00.000Z', until: '2090-02-01T00:00:00.000Z' }
  const name = (who: typeof ann, substitute: string) =>
    who.call(absenceCalls.create, { body: { ...times, substitute } })
  const other = await admin.connect()
  await other.query('begin')
  await other.query('select from app_user where id = any($1) for no key update', [[ann.user.id, bob.user.id]])
  const both = [name(ann, bob.user.username), name(bob, ann.user.username)]
  await expect.poll(countWaiting).toBe(2)
  await other.query('commit')
  other.release()
  const answers = await Promise.all(both)
  expect(answers.map(({ status, error }) => (status < 300 ? 'done' : error.code)).toSorted()).toEqual([
    'absence.substitute',
    'done',
  ])
})
