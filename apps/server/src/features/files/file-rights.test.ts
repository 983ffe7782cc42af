import { process } from '@millrace/bpmn/builder'
import { api, commentCalls, fileCalls, processCalls, taskCalls } from '@millrace/contract'
import { createTestApp, createWorkplace, type TestClient, testRequest } from '@millrace/server/testing'
import { expect, it } from 'vitest'
import { refuseFile } from '../../operations/files/policy.ts'
import { deploy } from '../../runtime/deploy/deploy.ts'
import { multipart } from '../../runtime/testing/multipart.ts'

const { admin, db, runtime, signIn, workplaceId } = await createTestApp()

const file = (props: object = {}) => ({
  ...{ id: 'n1', type: 'file', key: 'contract' },
  props: { label: 'Contract', filetypes: ['txt'], ...props },
})
const form = (...root: object[]) => Buffer.from(JSON.stringify({ schema: 2, id: 'form', root }))
const note = { id: 'n2', type: 'text', key: 'note', props: { label: 'Note' } }

const plan = { id: 'n3', type: 'file', key: 'plan', props: { label: 'Plan', filetypes: ['txt'] } }

/** The start gives a file. One task shows it, one has another form, one shows it to lawyers alone. */
const xml = process('signing')
  .start('s', { 'millrace:formKey': 'millrace:deployment:start.form.json' })
  .parallelGateway('fork')
  .userTask('shown', {
    'camunda:assignee': 'shown',
    'camunda:candidateUsers': 'candidate',
    'millrace:formKey': 'millrace:deployment:shown.form.json',
  })
  .end('shownDone')
  .moveTo('fork')
  .userTask('other', { 'camunda:assignee': 'other', 'millrace:formKey': 'millrace:deployment:other.form.json' })
  .end('otherDone')
  .moveTo('fork')
  .userTask('hidden', { 'camunda:assignee': 'hidden', 'millrace:formKey': 'millrace:deployment:hidden.form.json' })
  .end('hiddenDone')
  .toXml()
const deployed = await deploy(
  runtime,
  { workplaceId, userId: null, cause: 'test' },
  {
    ...{ name: 'signing', source: null, tenantId: null },
    files: [
      { name: 'signing.bpmn', bytes: Buffer.from(xml) },
      { name: 'start.form.json', bytes: form(file(), plan) },
      { name: 'shown.form.json', bytes: form(file({ readOnly: true })) },
      { name: 'other.form.json', bytes: form(note) },
      { name: 'hidden.form.json', bytes: form(file({ visibleFor: ['lawyers'] }), note) },
    ],
  },
)
const definitionId = deployed.ok ? (deployed.deployed.processes[0]?.id ?? '') : ''

const people = {
  starter: await signIn({ username: 'starter' }),
  'process administrator': await signIn({ roles: ['RoleProcessAdmin'] }),
  administrator: await signIn({ roles: ['RoleAdmin'] }),
  'whose form shows it': await signIn({ username: 'shown' }),
  'who may claim that task': await signIn({ username: 'candidate' }),
  'whose form has nothing of it': await signIn({ username: 'other' }),
  'whose form shows it to others alone': await signIn({ username: 'hidden' }),
  stranger: await signIn(),
  'other workplace': await signIn({ workplaceId: await createWorkplace(db), roles: ['RoleAdmin', 'RoleUser'] }),
}
type Who = keyof typeof people

async function upload(client: TestClient, name: string): Promise<{ id: string }> {
  const { body } = await client.send({ method: 'POST', url: '/api/files', ...multipart([{ name, content: 'Signed' }]) })
  return body as { id: string }
}

async function start(more: Readonly<Record<string, unknown>> = {}) {
  const { starter } = people
  const held = await upload(starter, 'contract.txt')
  const { body } = await starter.call(processCalls.startForm, { params: { id: definitionId } })
  const started = await starter.call(processCalls.start, {
    params: { id: definitionId },
    body: { values: { contract: [held], ...more }, hash: body.form.document.hash },
  })
  const instanceId = started.body.instanceId
  const { rows } = await admin.query('select id, task_key from task where instance_id = $1', [instanceId])
  const taskOf = (key: string): string => rows.find(({ task_key }) => task_key === key).id
  const letter = await upload(starter, 'letter.txt')
  const of = { of: 'instance', id: instanceId } as const
  expect((await starter.call(commentCalls.attach, { params: of, body: { fileId: letter.id } })).status).toBe(200)
  return { instanceId, held: held.id, letter: letter.id, taskOf, of }
}

async function complete(who: Who, id: string): Promise<void> {
  const client = people[who]
  const { body } = await client.call(taskCalls.get, { params: { id } })
  const values = who === 'whose form shows it' ? body.form?.values : {}
  const answer = await client.call(taskCalls.complete, {
    params: { id },
    body: { values: values ?? {}, hash: body.form?.document.hash ?? '' },
  })
  expect(answer.status).toBe(200)
}

/** Of the file of the form, whether it is read, listed by the two calls and found; of what is attached, whether it is read. */
const whileTheyAreOpen: Record<Who, readonly [number, number, number, boolean, number]> = {
  starter: [200, 200, 2, true, 200],
  'process administrator': [200, 200, 2, true, 200],
  administrator: [200, 200, 2, true, 200],
  'whose form shows it': [200, 403, 1, false, 200],
  'who may claim that task': [200, 403, 1, false, 200],
  'whose form has nothing of it': [404, 403, 1, false, 200],
  'whose form shows it to others alone': [404, 403, 1, false, 200],
  stranger: [404, 404, 0, false, 404],
  'other workplace': [404, 404, 0, false, 404],
}
/** Who has sent a form still reads what it shows. */
const onceTheyAreOver: typeof whileTheyAreOpen = {
  ...whileTheyAreOpen,
  'who may claim that task': [404, 404, 0, false, 404],
}

it.each([
  ['while its tasks are open', whileTheyAreOpen],
  ['when its tasks are over', onceTheyAreOver],
])('a file of a form is data, and what is attached is said to all who see the instance, %s', async (_, expected) => {
  const { held, letter, instanceId, taskOf, of } = await start()
  if (expected === onceTheyAreOver) {
    await complete('whose form shows it', taskOf('shown'))
    await complete('whose form has nothing of it', taskOf('other'))
    await complete('whose form shows it to others alone', taskOf('hidden'))
  }
  const found: unknown[] = []
  for (const [who, client] of Object.entries(people)) {
    const listed = await client.call(commentCalls.files, { params: of })
    const names = listed.status === 200 ? listed.body.length : 0
    const through = await client.call(commentCalls.download, { params: { ...of, fileId: held } })
    expect([who, through.status]).toEqual([who, names === 2 ? 200 : 404])
    const searched = await client.call(api.search.find, { query: { q: 'contract' } })
    found.push([
      who,
      [
        (await client.call(fileCalls.download, { params: { id: held } })).status,
        (await client.call(processCalls.files, { params: { id: instanceId } })).status,
        names,
        searched.body.files.items.some(({ id }) => id === held),
        (await client.call(fileCalls.download, { params: { id: letter } })).status,
      ],
    ])
  }
  expect(found).toEqual(Object.entries(expected))
})

it('who has uploaded a file reads it themselves, and nobody else may name it', async () => {
  const [own, stranger] = [await signIn(), await signIn({ roles: ['RoleUser', 'RoleAdmin', 'RoleProcessAdmin'] })]
  const { id } = await upload(own, 'waiting.txt')
  expect((await own.call(fileCalls.download, { params: { id } })).status).toBe(200)
  expect((await stranger.call(fileCalls.download, { params: { id } })).status).toBe(404)
})

it('is decided by few forms, however many tasks there are: those that have a field for it', async () => {
  const busy = await signIn({ username: 'busy' })
  const forms = ['shown', ...Array<string>(19).fill('other')]
  let many = process('many')
    .start('s', { 'millrace:formKey': 'millrace:deployment:start.form.json' })
    .parallelGateway('fork')
  for (const [index, name] of forms.entries())
    many = many
      .moveTo('fork')
      .userTask(`task${index}`, {
        'camunda:assignee': 'busy',
        'millrace:formKey': `millrace:deployment:${name}.form.json`,
      })
      .end(`end${index}`)
  const made = await deploy(
    runtime,
    { workplaceId, userId: null, cause: 'test' },
    {
      ...{ name: 'many', source: null, tenantId: null },
      files: [
        { name: 'many.bpmn', bytes: Buffer.from(many.toXml()) },
        { name: 'start.form.json', bytes: form(file()) },
        { name: 'shown.form.json', bytes: form(file({ readOnly: true })) },
        { name: 'other.form.json', bytes: form(note) },
      ],
    },
  )
  const id = made.ok ? (made.deployed.processes[0]?.id ?? '') : ''
  const held = await upload(people.starter, 'contract.txt')
  const { body } = await people.starter.call(processCalls.startForm, { params: { id } })
  const hash = body.form.document.hash
  await people.starter.call(processCalls.start, { params: { id }, body: { values: { contract: [held] }, hash } })
  const { rows } = await admin.query('select id, uploaded_by, instance_id, variable from stored_file where id = $1', [
    held.id,
  ])
  const request = testRequest({ id: busy.user.id, workplaceId, username: 'busy', roles: ['RoleUser'] })
  let reads = 0
  const counted = {
    ...db,
    read: (...args: Parameters<typeof db.read>) => {
      reads++
      return db.read(...args)
    },
  } as typeof db
  expect(await refuseFile({ ...runtime, db: counted }, request, rows[0])).toBeNull()
  // The right to the instance, the forms that there are, and the one that has the field.
  expect(reads).toBe(3)
})

it('an approver finds what was submitted before on their task, but for what a form keeps for others', async () => {
  const sent = await upload(people.starter, 'plan.txt')
  const { held, instanceId, taskOf } = await start({ plan: [sent] })
  const listed = async (who: Who, id: string) => {
    const of = { of: 'task', id } as const
    const { body } = await people[who].call(commentCalls.files, { params: of })
    const { files } = (await people[who].call(commentCalls.counts, { params: of })).body
    const statuses = [sent.id, held].map(async (fileId) => {
      return (await people[who].call(commentCalls.download, { params: { ...of, fileId } })).status
    })
    return [body.map(({ name, canDelete }) => `${name} ${canDelete}`), files, await Promise.all(statuses)]
  }
  const other = taskOf('other')
  const found = [['letter.txt false', 'plan.txt false'], 2, [200, 404]]
  expect(await listed('whose form has nothing of it', other)).toEqual(found)
  expect(await listed('whose form shows it to others alone', taskOf('hidden'))).toEqual(found)
  expect((await people.stranger.call(commentCalls.files, { params: { of: 'task', id: other } })).status).toBe(404)
  // Of the instance as a whole the files of forms are still data.
  const params = { of: 'instance', id: instanceId } as const
  expect((await people['whose form has nothing of it'].call(commentCalls.files, { params })).body).toHaveLength(1)
  await complete('whose form has nothing of it', other)
  expect(await listed('whose form has nothing of it', other)).toEqual([['letter.txt false'], 1, [404, 404]])
})

it('a restarted instance has files of its own', async () => {
  const { instanceId, held, taskOf } = await start()
  const { administrator } = people
  await administrator.call(processCalls.cancel, { params: { id: instanceId } })
  const moves = [{ kind: 'start', at: 'before', id: 'shown' } as const]
  const { body } = await administrator.call(api.moves.restart, {
    params: { id: definitionId },
    body: { moves, ids: [instanceId] },
  })
  const again = body.ids[0] ?? ''
  expect(taskOf('shown')).not.toBe('')
  const { rows } = await admin.query('select id, name, variable, bytes from stored_file where instance_id = $1', [
    again,
  ])
  expect(rows).toMatchObject([{ name: 'contract.txt', variable: 'contract', bytes: Buffer.from('Signed') }])
  expect(rows[0].id).not.toBe(held)
  // The history of the first instance goes with its files, and the other one keeps its own.
  await admin.query('delete from stored_file where instance_id = $1', [instanceId])
  const { rows: tasks } = await admin.query('select id from task where instance_id = $1', [again])
  const shown = await people['whose form shows it'].call(taskCalls.get, { params: { id: tasks[0].id } })
  expect(shown.body.form?.values.contract).toMatchObject([{ id: rows[0].id, name: 'contract.txt' }])
  const read = await people['whose form shows it'].call(fileCalls.download, { params: { id: rows[0].id } })
  expect(read.status).toBe(200)
})

it('a file is as restricted as its variable', async () => {
  const { 'process administrator': operator, starter, 'whose form shows it': shown } = people
  const plan = await upload(starter, 'plan.txt')
  const { held, instanceId, of } = await start({ plan: [plan] })
  const read = async (client: TestClient, id: string) =>
    (await client.call(fileCalls.download, { params: { id } })).status
  const see = async (client: TestClient) => {
    const data = await client.call(processCalls.files, { params: { id: instanceId } })
    const about = await client.call(commentCalls.files, { params: of })
    const searched = await client.call(api.search.find, { query: { q: 'plan' } })
    return [
      await read(client, plan.id),
      (await client.call(commentCalls.download, { params: { ...of, fileId: plan.id } })).status,
      ...[data.body.items, about.body, searched.body.files.items].map((items) =>
        items.some(({ id }) => id === plan.id),
      ),
    ]
  }
  expect(await see(operator)).toEqual([200, 200, true, true, true])
  await admin.query(
    `insert into setting (workplace_id, key, value) values ($1, 'variables.restricted', '"plan, contract"')`,
    [workplaceId],
  )
  expect(await see(operator)).toEqual([404, 404, false, false, false])
  // Users keep their own uploads, and a form shows its files.
  expect([await read(starter, plan.id), await read(shown, held)]).toEqual([200, 200])
  await admin.query(`delete from setting where workplace_id = $1 and key = 'variables.restricted'`, [workplaceId])
})
