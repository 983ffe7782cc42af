import { processCalls, sampleCalls, taskCalls } from '@millrace/contract'
import { loadScriptEngine } from '@millrace/expressions'
import { createApiToken, createTestApp, createWorkplace, type TestClient } from '@millrace/server/testing'
import { expect, it } from 'vitest'

await loadScriptEngine()
const { db, workplaceId, signIn, anonymous, admin } = await createTestApp()
const designer = await signIn({ roles: ['RoleDesign'] })
const person = await signIn({ roles: ['RoleUser'], groups: ['line-managers', 'finance'] })
const operator = await signIn({ roles: ['RoleUser', 'RoleProcessAdmin', 'RoleFullAPI'] })
const token = await createApiToken(db, operator.user)
const program = anonymous()

const add = async (key: string) => {
  const answer = await designer.call(sampleCalls.add, { params: { key } })
  expect(answer.status, JSON.stringify(answer.error)).toBe(200)
}

async function start(client: TestClient, key: string, values: object): Promise<string> {
  const { rows } = await admin.query('select id from process_definition where workplace_id = $1 and key = $2', [
    workplaceId,
    key,
  ])
  const params = { id: rows[0].id as string }
  const { body } = await client.call(processCalls.startForm, { params })
  const answer = await client.call(processCalls.start, { params, body: { values, hash: body.form.document.hash } })
  expect(answer.status, JSON.stringify(answer.error)).toBe(200)
  return answer.body.instanceId
}

async function openTasks(instanceId: string): Promise<string[]> {
  const { rows } = await admin.query('select name from task where root_id = $1 order by name', [instanceId])
  return rows.map(({ name }) => name)
}

async function work(instanceId: string, name: string, values: object = {}) {
  const { rows } = await admin.query('select id, assignee from task where root_id = $1 and name = $2', [
    instanceId,
    name,
  ])
  expect(rows.length, `${name} among ${await openTasks(instanceId)}`).toBe(1)
  const params = { id: rows[0].id as string }
  if (rows[0].assignee === null) expect((await person.call(taskCalls.claim, { params })).status).toBe(204)
  const { form } = (await person.call(taskCalls.get, { params })).body
  const answer = await person.call(taskCalls.complete, { params, body: { values, hash: form?.document.hash ?? '' } })
  expect([200, 204], JSON.stringify(answer.error)).toContain(answer.status)
}

/** Nothing of it is left among what runs. */
async function hasEnded(instanceId: string): Promise<boolean> {
  return (await admin.query('select from instance where id = $1', [instanceId])).rowCount === 0
}

const rest = (method: 'GET' | 'POST', url: string, payload?: object) =>
  program.send({
    method,
    url: `/engine-rest${url}`,
    headers: { authorization: `Bearer ${token}` },
    ...(payload !== undefined && { payload }),
  })

async function fireTimer(instanceId: string, elementId: string) {
  const { body } = await rest('GET', `/job?processInstanceId=${instanceId}&activityId=${elementId}`)
  const [job] = body as { id: string }[]
  expect((await rest('POST', `/job/${job?.id}/execute`)).status).toBe(204)
}

it('an expense claim is paid at once, after agreement, or turned down', async () => {
  await add('expense-claim')
  const claim = { purpose: 'Train to Turin', kind: 'travel', paidOn: '2030-01-05', costCentre: '1100' }
  const small = await start(person, 'expense-claim', { ...claim, amount: 20 })
  expect(await openTasks(small)).toEqual(['Pay the expense'])
  await work(small, 'Pay the expense', { paymentDate: '2030-01-08' })
  expect(await hasEnded(small)).toBe(true)
  const large = await start(person, 'expense-claim', { ...claim, amount: 400 })
  await work(large, 'Agree to the expense', { agreement: 'agree' })
  await work(large, 'Pay the expense', { paymentDate: '2030-01-08' })
  expect(await hasEnded(large)).toBe(true)
  const course = await start(person, 'expense-claim', { ...claim, kind: 'training', amount: 20 })
  await work(course, 'Agree to the expense', { agreement: 'refuse', reason: 'Not this year.' })
  expect(await openTasks(course)).toEqual(['Read why it is not paid'])
  await work(course, 'Read why it is not paid')
  expect(await hasEnded(course)).toBe(true)
})

it('an onboarding continues side by side, reminds, and waits for the first day', async () => {
  await add('employee-onboarding')
  const values = {
    firstName: 'Noor',
    lastName: 'Haddad',
    email: 'noor@example.org',
    department: 'sales',
    startsOn: '2030-02-01',
  }
  const id = await start(person, 'employee-onboarding', values)
  expect(await openTasks(id)).toEqual(['Order the equipment', 'Plan the first week'])
  await fireTimer(id, 'late')
  await work(id, 'Ask what is missing', { missing: 'The notebook' })
  await work(id, 'Order the equipment', { equipment: ['notebook'] })
  await work(id, 'Set up the accounts', { userName: 'noor' })
  await work(id, 'Plan the first week', { buddy: person.user.username, plan: 'Meet everybody.' })
  expect(await openTasks(id)).toEqual([])
  await fireTimer(id, 'first-day')
  await work(id, 'Welcome on the first day')
  const { body } = await rest('GET', `/job?processInstanceId=${id}`)
  // Only the mail is left: there is no mail server.
  expect(body).toMatchObject([{ processInstanceId: id }])
})

it('the first week of a new employee is planned by the manager of the user who started the onboarding', async () => {
  const chief = await signIn({ roles: ['RoleUser'] })
  const beginner = await signIn({ roles: ['RoleUser'] })
  await admin.query('update app_user set manager_id = $1 where id = $2', [chief.user.id, beginner.user.id])
  const values = {
    ...{ firstName: 'Noor', lastName: 'Haddad', email: 'noor@example.org' },
    ...{ department: 'sales', startsOn: '2030-02-01' },
  }
  const id = await start(beginner, 'employee-onboarding', values)
  const { items } = (await chief.call(taskCalls.assigned)).body
  expect(items.map(({ name, process }) => [name, process?.instanceId])).toEqual([['Plan the first week', id]])
})

it('a complaint begins by a form or a message, escalates, and ends by a reply or by silence', async () => {
  await add('customer-complaint')
  const values = {
    subject: 'Parcel arrived open',
    customer: 'Ana Lima',
    email: 'ana@example.org',
    about: 'delivery',
    complaint: 'Half of it is missing.',
  }
  const id = await start(person, 'customer-complaint', values)
  await work(id, 'Find out what happened', { findings: 'It fell.', loss: 9000 })
  expect(await openTasks(id)).toEqual(['Know of the complaint', 'Write the answer'])
  await work(id, 'Know of the complaint')
  await work(id, 'Write the answer', { answer: 'We send another one.' })
  const reply = (isContent: boolean) =>
    rest('POST', '/message', {
      messageName: 'customer-replied',
      processInstanceId: id,
      processVariables: { isContent: { value: isContent, type: 'Boolean' } },
    })
  expect((await reply(false)).status).toBe(204)
  await work(id, 'Find out what happened', { findings: 'Again.', loss: 10 })
  await work(id, 'Write the answer', { answer: 'Here it is.' })
  expect((await reply(true)).status).toBe(204)
  expect(await hasEnded(id)).toBe(true)

  const started = await rest('POST', '/message', {
    messageName: 'complaint-received',
    resultEnabled: true,
    processVariables: { subject: { value: 'Wrong invoice', type: 'String' } },
  })
  const other = (started.body as { processInstance: { id: string } }[])[0]?.processInstance.id ?? ''
  await work(other, 'Find out what happened', { findings: 'A typing error.', loss: 5 })
  await work(other, 'Write the answer', { answer: 'A new one is on its way.' })
  await fireTimer(other, 'silence')
  expect(await hasEnded(other)).toBe(true)
})

it('is there once, and for designers', async () => {
  const { body } = await designer.call(sampleCalls.list)
  expect(body.map(({ key, applicationId }) => [key, applicationId !== null])).toEqual([
    ['expense-claim', true],
    ['employee-onboarding', true],
    ['customer-complaint', true],
  ])
  const again = await designer.call(sampleCalls.add, { params: { key: 'expense-claim' } })
  expect([again.status, again.error.code]).toEqual([409, 'thing.name-taken'])
  expect((await designer.call(sampleCalls.add, { params: { key: 'nothing' } })).status).toBe(404)
  expect((await person.call(sampleCalls.add, { params: { key: 'expense-claim' } })).status).toBe(403)
})

it('its groups are created with the user who adds it in them, where they may make groups; others learn that nobody is in them', async () => {
  const elsewhere = await createWorkplace(db)
  const plain = await signIn({ workplaceId: elsewhere, roles: ['RoleDesign'] })
  const added = await plain.call(sampleCalls.add, { params: { key: 'expense-claim' } })
  expect(added.body.emptyGroups).toEqual(['Line managers', 'Finance'])
  const chief = await signIn({ workplaceId: elsewhere, roles: ['RoleDesign', 'RoleUserAdmin'] })
  const made = await chief.call(sampleCalls.add, { params: { key: 'employee-onboarding' } })
  expect(made.body.emptyGroups).toEqual([])
  const { rows } = await admin.query(
    `select g.key, u.username from user_group g join group_member m on m.group_id = g.id join app_user u on u.id = m.user_id
      where g.workplace_id = $1 order by g.key`,
    [elsewhere],
  )
  const { username } = chief.user
  expect(rows).toEqual([
    { key: 'finance', username },
    { key: 'line-managers', username },
  ])
  // Those that are there stay as they are.
  await admin.query('delete from group_member where workplace_id = $1', [elsewhere])
  const again = await chief.call(sampleCalls.add, { params: { key: 'customer-complaint' } })
  expect(again.body.emptyGroups).toEqual(['Line managers', 'Finance'])
})
