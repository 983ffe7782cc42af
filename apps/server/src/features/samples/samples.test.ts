import { accountCalls, categoryCalls, processCalls, sampleCalls, taskCalls } from '@millrace/contract'
import { loadScriptEngine } from '@millrace/expressions'
import { createTestApp, createWorkplace, type TestClient } from '@millrace/server/testing'
import { describe, expect, it } from 'vitest'
import { demoPassword, demoUsers } from '../../operations/samples/demo-users.ts'
import { installSamples } from '../../operations/samples/install-samples.ts'
import { checkCredentials } from '../../platform/auth/check-credentials.ts'
import { noDirectoryPasswords } from '../../platform/directory/testing/no-directories.ts'
import { multipart } from '../../runtime/testing/multipart.ts'

await loadScriptEngine()
const { db, runtime, workplaceId, signIn, signInAs, anonymous, admin, clock } = await createTestApp()
const context = { db: runtime.db, runtime, clock: runtime.clock }
await Promise.all([installSamples(context, workplaceId), installSamples(context, workplaceId)])

const as = async (username: string, place = workplaceId) => {
  const { rows } = await admin.query('select id from app_user where username = $1 and workplace_id = $2', [
    username,
    place,
  ])
  return signInAs({ id: rows[0].id, username, workplaceId: place })
}

describe('installing the samples', () => {
  it('makes demo users who can sign in, for every role', async () => {
    for (const { username } of demoUsers) {
      expect(
        await checkCredentials(
          { db, clock, ...noDirectoryPasswords },
          { workplaceId, username, password: demoPassword, origin: { address: '192.0.2.1' } },
        ),
      ).toMatchObject({
        user: { username },
      })
    }
    expect(new Set(demoUsers.flatMap(({ roles }) => roles))).toEqual(
      new Set([
        'RoleUser',
        'RoleProcessAdmin',
        'RoleDesign',
        'RoleIntegration',
        'RoleFullAPI',
        'RoleUserAdmin',
        'RoleAdmin',
      ]),
    )
  })

  it('changes nothing the second time, and leaves users of the same name alone', async () => {
    const place = await createWorkplace(db)
    const { username } = (await signIn({ workplaceId: place, username: 'Martin', roles: ['RoleDesign'] })).user
    for (let turn = 0; turn < 2; turn++) await installSamples(context, place)
    const count = async (table: string) =>
      (await admin.query(`select from ${table} where workplace_id = $1`, [place])).rowCount
    expect([
      await count('deployment'),
      await count('instance'),
      await count('app_user'),
      await count('user_group'),
    ]).toEqual([1, 3, 8, 2])
    expect(
      (
        await admin.query('select created_by from app_user where username = $1 and workplace_id = $2', [
          username,
          place,
        ])
      ).rows,
    ).toEqual([{ created_by: null }])
  })

  it('gives sample users their managers, but not to an existing user with the name of a sample user', async () => {
    const managersIn = async (place: string) => {
      const { rows } = await admin.query(
        `select u.username, m.username as manager from app_user u join app_user m on m.id = u.manager_id
          where u.workplace_id = $1 order by u.username`,
        [place],
      )
      return rows.map(({ username, manager }) => `${username} < ${manager}`)
    }
    const ofAdam = ['fiona < adam', 'martin < adam', 'petra < adam', 'ulla < adam']
    const all = [...ofAdam, 'dario < martin', 'ines < martin', 'rosa < martin']
    expect(await managersIn(workplaceId)).toEqual(all.toSorted())
    const place = await createWorkplace(db)
    await signIn({ workplaceId: place, username: 'martin', roles: ['RoleUser'] })
    await installSamples(context, place)
    expect(await managersIn(place)).toEqual(ofAdam.filter((one) => !one.startsWith('martin')))
  })

  it('has something for everyone to do', async () => {
    const names = async (username: string, call: typeof taskCalls.assigned | typeof taskCalls.unclaimed) =>
      (await (await as(username)).call(call)).body.items.map(({ name, title }) => [name, title])
    expect(await names('martin', taskCalls.unclaimed)).toEqual([
      ['Approve by line manager', 'Two monitors for the new workplace, asked by rosa'],
    ])
    expect(await names('fiona', taskCalls.unclaimed)).toEqual([
      ['Approve by finance', 'Belt conveyor for hall 2, asked by rosa'],
    ])
    expect(await names('rosa', taskCalls.assigned)).toEqual([
      ['Read the rejection', 'Espresso machine for the second floor'],
    ])
  })
})

describe('the purchase request', () => {
  it('is found at home, with its icon', async () => {
    const { body } = await (await as('rosa')).call(categoryCalls.processes, { params: { name: 'Home' } })
    expect(body).toMatchObject([
      { key: 'purchase-request', name: 'Purchase request', category: null, icon: 'shopping-cart:tabler' },
    ])
  })

  it('goes through both approvals when it is expensive, and informs the requester', async () => {
    const rosa = await as('rosa')
    const quote = await rosa.send({
      method: 'POST',
      url: '/api/files',
      ...multipart([{ name: 'quote.pdf', content: '%PDF-1.7', type: 'application/pdf' }]),
    })
    const { instanceId, nextTaskId } = await request(rosa, { amount: '9,000.00', quote: [quote.body] })
    expect(nextTaskId).toBeNull()
    const { form } = await work(await as('martin'), 'Approve by line manager', instanceId, {
      managerDecision: 'approve',
    })
    expect(form.values).toMatchObject({
      requester: 'rosa',
      amount: 9000,
      neededBy: '2030-02-01',
      quote: [{ name: 'quote.pdf' }],
    })
    const fiona = await as('fiona')
    expect(
      (await fiona.call(taskCalls.unclaimed)).body.items.find(({ process }) => process?.instanceId === instanceId),
    ).toMatchObject({ priority: 80, dueAt: '2030-01-08T09:00:00.000Z' })
    await work(fiona, 'Approve by finance', instanceId, { financeDecision: 'approve', costCentre: '4410' })
    const last = await work(rosa, 'Read the approval', instanceId, {})
    expect(last.form.values).toMatchObject({ costCentre: '4410' })
    expect((await rosa.call(processCalls.instance, { params: { id: instanceId } })).body.state).toBe('completed')
  })

  it('needs the line manager alone when it is cheap', async () => {
    const rosa = await as('rosa')
    const { instanceId } = await request(rosa, { amount: 120 })
    await work(await as('martin'), 'Approve by line manager', instanceId, { managerDecision: 'approve' })
    await work(rosa, 'Read the approval', instanceId, {})
  })

  it('can be rejected, with a reason that the requester reads', async () => {
    const rosa = await as('rosa')
    const martin = await as('martin')
    const { instanceId } = await request(rosa, { amount: 2000, kind: 'subscription' })
    const missing = await tryToWork(martin, 'Approve by line manager', instanceId, { managerDecision: 'reject' })
    expect(missing.error.details).toEqual([
      { where: 'managerComment', code: 'value.required', message: 'This field is required.' },
    ])
    await work(martin, 'Approve by line manager', instanceId, {
      managerDecision: 'reject',
      managerComment: 'Not this year.',
    })
    const { form } = await work(rosa, 'Read the rejection', instanceId, {})
    expect(form.values).toMatchObject({ managerComment: 'Not this year.' })
  })

  it('is not for those of other groups to decide', async () => {
    const { instanceId } = await request(await as('rosa'), { amount: 10 })
    const { rows } = await admin.query('select id from task where instance_id = $1', [instanceId])
    expect((await (await as('fiona')).call(taskCalls.claim, { params: { id: rows[0].id } })).status).toBe(404)
  })

  it('refuses a request for yesterday', async () => {
    const rosa = await as('rosa')
    const { error } = await startRequest(rosa, { amount: 10, neededBy: '2030-01-06' })
    expect(error.details).toEqual([{ where: 'neededBy', code: 'value.check', message: 'Enter today or a later date.' }])
  })
})

describe('DELETE /samples', () => {
  it('climbs from nobody to an administrator, and takes all of it away', async () => {
    const place = await createWorkplace(db)
    await installSamples(context, place)
    expect((await anonymous().call(sampleCalls.remove)).status).toBe(401)
    expect((await (await signIn({ workplaceId: place })).call(sampleCalls.remove)).error.code).toBe('right.missing')
    const { rows } = await admin.query(`select id from app_user where username = 'adam' and workplace_id = $1`, [place])
    const demo = await signInAs({ id: rows[0].id, username: 'adam', workplaceId: place })
    expect((await demo.call(sampleCalls.remove)).error.message).toContain('remove yourself')
    const client = await signIn({ workplaceId: place, roles: ['RoleAdmin'], groups: ['finance'] })
    for (let turn = 0; turn < 2; turn++) expect((await client.call(sampleCalls.remove)).status).toBe(204)
    expect((await admin.query('select key from user_group where workplace_id = $1', [place])).rows).toEqual([
      { key: 'finance' },
    ])
    expect((await admin.query('select from deployment where workplace_id = $1', [workplaceId])).rowCount).toBe(1)
  })
})

describe('what people did with the samples', () => {
  it('goes with them, in every table but the audit', async () => {
    const place = await createWorkplace(db)
    const client = await signIn({ workplaceId: place, roles: ['RoleUser', 'RoleAdmin'] })
    const before = await countOwnRows(place)
    await installSamples(context, place)
    const rosa = await as('rosa', place)
    const upload = async () => {
      const content = { name: 'quote.pdf', content: '%PDF-1.7', type: 'application/pdf' }
      return (await rosa.send({ method: 'POST', url: '/api/files', ...multipart([content]) })).body
    }
    await upload()
    const { instanceId } = await request(rosa, { amount: 2000, quote: [await upload()] })
    await work(await as('martin', place), 'Approve by line manager', instanceId, {
      managerDecision: 'reject',
      managerComment: 'Not this year.',
    })
    const params = { key: 'purchase-request' }
    for (const someone of [rosa, client]) await someone.call(categoryCalls.addFavourite, { params })
    await rosa.call(accountCalls.createToken, { body: { name: 'Nightly export' } })
    const installed = await countOwnRows(place)
    expect(installed).not.toEqual(before)
    expect((await client.call(sampleCalls.remove)).status).toBe(204)
    expect(await countOwnRows(place)).toEqual(before)
    expect((await rosa.call(taskCalls.assigned)).status).toBe(401)
  })

  /** Rows of a workplace by table, where there are any. */
  async function countOwnRows(place: string): Promise<Record<string, number>> {
    const counts: Record<string, number> = {}
    const { rows: tables } = await admin.query<{ name: string }>(
      `select c.relname as name from pg_class c where c.relkind in ('r', 'p') and not c.relispartition and c.relname not like 'audit%'
        and exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'workplace_id') order by 1`,
    )
    for (const { name } of tables) {
      const { rowCount } = await admin.query(`select from ${name} where workplace_id = $1`, [place])
      if (rowCount !== null && rowCount > 0) counts[name] = rowCount
    }
    return counts
  }
})

async function startRequest(client: TestClient, values: object) {
  const { body } = await client.call(categoryCalls.processes, { params: { name: 'Home' } })
  const id = body[0]?.definitionId ?? ''
  const { form } = (await client.call(processCalls.startForm, { params: { id } })).body
  const all = { what: 'A thing', kind: 'equipment', neededBy: '2030-02-01', reason: 'Because.', ...values }
  return client.call(processCalls.start, { params: { id }, body: { values: all, hash: form.document.hash } })
}

async function request(client: TestClient, values: object) {
  const { status, body, error } = await startRequest(client, values)
  expect(status, JSON.stringify(error)).toBe(200)
  return body
}

async function tryToWork(client: TestClient, name: string, instanceId: string, values: object) {
  const { rows } = await admin.query('select id, name, assignee from task where instance_id = $1', [instanceId])
  expect(rows.map((row) => row.name)).toEqual([name])
  const id: string = rows[0].id
  if (rows[0].assignee === null) await client.call(taskCalls.claim, { params: { id } })
  const { form } = (await client.call(taskCalls.get, { params: { id } })).body
  const answer = await client.call(taskCalls.complete, {
    params: { id },
    body: { values, hash: form?.document.hash ?? '' },
  })
  return { ...answer, form: form as NonNullable<typeof form> }
}

async function work(...input: Parameters<typeof tryToWork>) {
  const answer = await tryToWork(...input)
  expect(answer.status, JSON.stringify(answer.error)).toBe(200)
  return answer
}
