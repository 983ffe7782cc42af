import { process } from '@millrace/bpmn/builder'
import { processCalls, taskCalls } from '@millrace/contract'
import { addToGroup, createTestApp, createUser, createWorkplace, type TestClient } from '@millrace/server/testing'
import { describe, expect, it } from 'vitest'
import { deploy } from '../../runtime/deploy/deploy.ts'

const { db, runtime, workplaceId, signIn, admin } = await createTestApp()

await createUser(db, { workplaceId, username: 'zoe', firstName: 'Zoë', lastName: 'Adler', groups: ['board'] })
await createUser(db, { workplaceId, username: 'bert', firstName: 'Bert', lastName: 'Zander' })
await createUser(db, { workplaceId, username: 'zoe.2', firstName: 'Zoë', lastName: 'Adler' })
await createUser(db, { workplaceId, username: 'nameless', firstName: '', lastName: ' ' })
const away = { username: 'gone', firstName: 'Gone', lastName: 'Away', status: 'disabled', groups: ['board'] } as const
await createUser(db, { workplaceId, ...away })
const chief = { username: 'chief', firstName: 'Cora', lastName: 'Chief', roles: ['RoleProcessAdmin'] } as const
await createUser(db, { workplaceId, ...chief })
await createUser(db, { workplaceId: await createWorkplace(db), username: 'stranger', firstName: 'Zora' })
const dora = await signIn({ username: 'dora', firstName: 'Dora', lastName: 'Filler' })
const other = await signIn({ username: 'other', firstName: 'Other', lastName: 'User' })

const field = (id: string, type: string, props: object = {}) => ({ id, type, key: id, props: { label: id, ...props } })
const formOf = (readOnly: boolean) =>
  JSON.stringify({
    schema: 2,
    id: 'form',
    root: [
      field('approver', 'user', { readOnly }),
      field('deputies', 'user', { several: true, max: 2, readOnly }),
      field('member', 'user', { inGroup: 'board' }),
      field('operator', 'user', { withRole: 'RoleProcessAdmin' }),
      field('team', 'group'),
      field('right', 'role'),
      field('note', 'text'),
      field('successor', 'user', { visibleFor: ['RoleProcessAdmin'] }),
      {
        ...{ id: 'board', type: 'section', props: { label: 'Board', visibleFor: ['directors'] } },
        children: [field('chair', 'user', { inGroup: 'board' })],
      },
      {
        ...field('lines', 'repeater'),
        children: [field('buyer', 'user', { inGroup: 'board' })],
      },
    ],
  })
const model = process('naming')
  .start('s', { 'millrace:formKey': 'millrace:deployment:start.form.json' })
  .userTask('look', { 'millrace:assignee': 'dora', 'millrace:formKey': 'millrace:deployment:look.form.json' })
  .userTask('approve', { 'millrace:assignee': '${approver}' })
  .end()
  .toXml()
const deployed = await deploy(
  runtime,
  { workplaceId, userId: null, cause: 'test' },
  {
    ...{ name: 'naming', source: null, tenantId: null },
    files: [
      { name: 'naming.bpmn', bytes: Buffer.from(model) },
      { name: 'start.form.json', bytes: Buffer.from(formOf(false)) },
      { name: 'look.form.json', bytes: Buffer.from(formOf(true)) },
    ],
  },
)
const definitionId = deployed.ok ? (deployed.deployed.processes[0]?.id ?? '') : ''

const search = async (node: string, q = '', client: TestClient = dora) => {
  const found = await client.call(processCalls.startFormChoices, { params: { id: definitionId }, query: { node, q } })
  return found.status === 200 ? found.body.items.map(({ id }) => id) : [found.error.code]
}

async function start(values: object, client: TestClient = dora) {
  const { body } = await client.call(processCalls.startForm, { params: { id: definitionId } })
  const answer = await client.call(processCalls.start, {
    params: { id: definitionId },
    body: { values, hash: body.form.document.hash },
  })
  return { ...answer, faults: answer.error?.details?.map(({ where, code }) => [where, code]) ?? [] }
}

describe('whom a field can name is found', () => {
  it('by the names that people have, and by nothing else', async () => {
    expect(await search('approver', 'adler')).toEqual(['zoe', 'zoe.2'])
    expect(await search('approver', 'BERT Z')).toEqual(['bert'])
    expect(await search('approver', 'nameless')).toEqual(['nameless'])
    // Neither by user name nor by address, where those are not what people are called.
    for (const q of ['zoe.2', 'example.org', 'dora@', '%', '_']) expect(await search('approver', q)).toEqual([])
  })

  it('in the order of their names, without users who are disabled, and without other workplaces', async () => {
    const all = await search('approver')
    expect(all).toEqual(['bert', 'chief', 'dora', 'nameless', 'other', 'zoe', 'zoe.2'])
  })

  it('with nothing reported of them but their names', async () => {
    const { body } = await dora.call(processCalls.startFormChoices, {
      params: { id: definitionId },
      query: { node: 'approver', q: 'Zander' },
    })
    expect(body).toEqual({ items: [{ id: 'bert', name: 'Bert Zander' }], isMore: false })
  })

  it('only among those that the field takes, in rows of lists too', async () => {
    expect(await search('member')).toEqual(['zoe'])
    expect(await search('buyer')).toEqual(['zoe'])
    expect(await search('operator')).toEqual(['chief'])
    expect(await search('team', 'boa')).toEqual(['board'])
    expect(await search('right', 'user')).toContain('RoleUser')
  })

  it('twenty at a time', async () => {
    for (let number = 0; number < 25; number++)
      await createUser(db, { workplaceId, username: `many${number}`, firstName: 'Many', lastName: `Number ${number}` })
    const { body } = await dora.call(processCalls.startFormChoices, {
      params: { id: definitionId },
      query: { node: 'approver', q: 'many' },
    })
    expect([body.items.length, body.isMore]).toEqual([20, true])
  })

  it('in no field that names nobody, and in no form that the user may not fill', async () => {
    expect(await search('note')).toEqual(['thing.not-found'])
    expect(await search('nowhere')).toEqual(['thing.not-found'])
    expect(await search('approver', '', await signIn({ roles: ['RoleDesign'] }))).toEqual(['right.missing'])
    const stranger = await signIn({ workplaceId: await createWorkplace(db) })
    expect(await search('approver', '', stranger)).toEqual(['thing.not-found'])
  })
})

it('choices of a hidden field are not found for users who do not see the field', async () => {
  const chief = await signIn({ roles: ['RoleUser', 'RoleProcessAdmin'] })
  const member = await signIn({ groups: ['directors'] })
  expect(await search('successor', 'zander', chief)).toEqual(['bert'])
  expect(await search('chair', 'adler', member)).toEqual(['zoe'])
  // As if it were not there, in a start form and in a task.
  expect([await search('successor'), await search('chair')]).toEqual([['thing.not-found'], ['thing.not-found']])
  expect([await search('successor', '', member), await search('chair', '', chief)]).toEqual([
    ['thing.not-found'],
    ['thing.not-found'],
  ])
  const { body } = await start({}, dora)
  const ofTask = async (node: string) =>
    (await dora.call(taskCalls.formChoices, { params: { id: body.nextTaskId ?? '' }, query: { node } })).status
  expect([await ofTask('team'), await ofTask('successor'), await ofTask('chair')]).toEqual([200, 404, 404])
})

describe('a form that names people', () => {
  const named = { approver: 'bert', deputies: ['zoe', 'chief'], member: 'zoe', operator: 'chief', team: 'board' }

  it('is kept by what the engine knows them by, opens with their names, and gives a task to one of them', async () => {
    const { status, body } = await start({ ...named, right: 'RoleUser', lines: [{ buyer: 'zoe' }] })
    expect(status).toBe(200)
    const { rows } = await admin.query(
      `select name, type, value from variable where root_id = $1 and name in ('approver', 'deputies', 'lines') order by name`,
      [body.instanceId],
    )
    expect(rows).toEqual([
      { name: 'approver', type: 'String', value: 'bert' },
      { name: 'deputies', type: 'Json', value: '["zoe","chief"]' },
      { name: 'lines', type: 'Json', value: '[{"buyer":"zoe"}]' },
    ])
    const id = body.nextTaskId ?? ''
    const opened = (await dora.call(taskCalls.get, { params: { id } })).body.form
    expect(opened?.names.map(({ kind, id, name }) => `${kind} ${id} ${name}`).toSorted()).toEqual([
      'group board board',
      'role RoleUser RoleUser',
      'user bert Bert Zander',
      'user chief Cora Chief',
      'user zoe Zoë Adler',
    ])
    // Read only, nobody else can be sent for him.
    const complete = (values: object) =>
      dora.call(taskCalls.complete, { params: { id }, body: { values, hash: opened?.document.hash ?? '' } })
    expect((await complete({ approver: 'chief' })).error.details?.map(({ code }) => code)).toEqual([
      'value.not-writable',
    ])
    expect((await complete({})).status).toBe(200)
    const { rows: next } = await admin.query('select assignee from task where instance_id = $1', [body.instanceId])
    expect(next).toEqual([{ assignee: 'bert' }])
  })

  it.each([
    [{ approver: 'nobody' }, [['approver', 'user.unknown']]],
    [{ approver: 'gone' }, [['approver', 'user.unknown']]],
    [{ approver: 'stranger' }, [['approver', 'user.unknown']]],
    [{ approver: 'BERT' }, [['approver', 'user.unknown']]],
    [{ deputies: ['bert', 'nobody'] }, [['deputies', 'user.unknown']]],
    [{ deputies: ['bert', 'zoe', 'chief'] }, [['deputies', 'choice.too-many']]],
    [{ member: 'bert' }, [['member', 'user.unknown']]],
    [{ operator: 'bert' }, [['operator', 'user.unknown']]],
    [{ team: 'nothing' }, [['team', 'group.unknown']]],
    [{ right: 'RoleKing' }, [['right', 'role.unknown']]],
    [{ right: '__proto__' }, [['right', 'role.unknown']]],
    [{ lines: [{ buyer: 'zoe' }, { buyer: 'bert' }] }, [['lines[1].buyer', 'user.unknown']]],
  ])('refuses %j when it is sent by hand', async (values, faults) => {
    const answer = await start(values)
    expect([answer.status, answer.faults]).toEqual([422, faults])
  })

  it('takes a user who has joined the group meanwhile, and nobody who has left it', async () => {
    const joined = await createUser(db, { workplaceId, username: 'joined' })
    expect((await start({ member: 'joined' })).faults).toEqual([['member', 'user.unknown']])
    await addToGroup(db, { workplaceId, key: 'board', userId: joined.id })
    const { status, body } = await start({ approver: 'other', member: 'joined' })
    expect(status).toBe(200)
    // Of a task only whoever may complete it can look for people.
    const find = (client: TestClient) =>
      client.call(taskCalls.formChoices, { params: { id: body.nextTaskId ?? '' }, query: { node: 'member' } })
    expect((await find(dora)).body.items.map(({ id }) => id)).toEqual(['joined', 'zoe'])
    expect((await find(other)).error.code).toBe('thing.not-found')
    await admin.query('delete from group_member where user_id = $1', [joined.id])
    expect((await start({ member: 'joined' })).faults).toEqual([['member', 'user.unknown']])
  })
})
