import { process } from '@millrace/bpmn/builder'
import { commentCalls, fileCalls, processCalls, type Role, searchCalls, taskCalls } from '@millrace/contract'
import { createTestApp, createWorkplace, type TestClient } from '@millrace/server/testing'
import { describe, expect, it } from 'vitest'
import { deploy } from '../../runtime/deploy/deploy.ts'
import { splitIntoTerms } from '../../runtime/search/terms.ts'
import { multipart } from '../../runtime/testing/multipart.ts'
import { createScenario } from '../../runtime/testing/scenario.ts'

const { db, runtime, workplaceId, signIn, admin } = await createTestApp()

const form = JSON.stringify({
  schema: 2,
  id: 'form',
  root: [
    { id: 'n1', type: 'text', key: 'what', props: { label: 'What' } },
    { id: 'n2', type: 'file', key: 'plan', props: { label: 'Plan', filetypes: ['txt'] } },
  ],
})
const model = process('travel', { name: 'Travel request' })
  .start('s', { 'millrace:formKey': 'millrace:deployment:travel.form.json' })
  .userTask('check', { name: 'Check the trip', 'millrace:candidateGroups': 'office' })
  .end()
  .toXml()
const deployed = await deploy(
  runtime,
  { workplaceId, userId: null, cause: 'test' },
  {
    ...{ name: 'travel', source: null, tenantId: null },
    files: [
      { name: 'travel.bpmn', bytes: Buffer.from(model) },
      { name: 'travel.form.json', bytes: Buffer.from(form) },
    ],
  },
)
const definitionId = deployed.ok ? (deployed.deployed.processes[0]?.id ?? '') : ''

const ines = await signIn({ username: 'ines' })
const clerk = await signIn({ username: 'clerk', groups: ['office'] })
const stranger = await signIn({ username: 'stranger' })
const operator = await signIn({ username: 'boss', roles: ['RoleProcessAdmin'] })
const foreign = await signIn({ workplaceId: await createWorkplace(db), username: 'ines', groups: ['office'] })
const everybody = { ines, clerk, stranger, operator, foreign }

async function start(client: TestClient, businessKey: string, values: object = {}): Promise<string> {
  const { document } = (await client.call(processCalls.startForm, { params: { id: definitionId } })).body.form
  const body = { values, hash: document.hash, businessKey }
  return (await client.call(processCalls.start, { params: { id: definitionId }, body })).body.instanceId
}

async function find(client: TestClient, q: string) {
  const { body } = await client.call(searchCalls.find, { query: { q } })
  return {
    tasks: body.tasks.items.map(({ title, place }) => `${title} (${place})`),
    instances: body.instances.items.map(({ title }) => title),
    files: body.files.items.map(({ name }) => name),
  }
}
const nothing = { tasks: [], instances: [], files: [] }

describe('a search', () => {
  it('finds by the beginnings of words, in any order, regardless of their case and accents', async () => {
    await start(ines, 'Reise nach München 4711')
    for (const q of ['münch', 'MUNCHEN', 'nach reise', '4711', 'mü 47', ' reise. nach, münchen! '])
      expect((await find(ines, q)).instances, q).toEqual(['Reise nach München 4711'])
    for (const q of ['ünchen', 'reise oslo', 'munchens', '%', '_', '…', "'"])
      expect(await find(ines, q), q).toEqual(nothing)
  })

  it('finds what ended in the moment it started', async () => {
    const at = await createScenario(runtime, workplaceId)
    const short = await at.deploy(process('short', { name: 'Short' }).start().end().toXml())
    await at.start(short, { businessKey: 'Quagga 12' })
    expect((await find(operator, 'quag')).instances).toEqual(['Quagga 12'])
  })

  it('shows each what they may see, and others nothing at all', async () => {
    await start(ines, 'Zeppelin flight')
    const seen = Object.fromEntries(
      await Promise.all(Object.entries(everybody).map(async ([name, client]) => [name, await find(client, 'zepp')])),
    )
    expect(seen).toEqual({
      ines: { tasks: [], instances: ['Zeppelin flight'], files: [] },
      clerk: { tasks: ['Zeppelin flight (unclaimed)'], instances: ['Zeppelin flight'], files: [] },
      stranger: nothing,
      operator: { tasks: ['Zeppelin flight (all)'], instances: ['Zeppelin flight'], files: [] },
      foreign: nothing,
    })
    const { body } = await stranger.call(searchCalls.find, { query: { q: 'zepp' } })
    expect([body.tasks.isMore, body.instances.isMore, body.files.isMore]).toEqual([false, false, false])
  })

  it('finds files by their names, for users who may see the data of the instance that has them', async () => {
    const file = { name: 'Grundriß-Keller.txt', content: 'A plan' }
    const uploaded = await ines.send({ method: 'POST', url: `/api${fileCalls.upload.path}`, ...multipart([file]) })
    // Nobody has sent it yet.
    expect((await find(ines, 'keller')).files).toEqual([])
    await start(ines, 'Basement', { plan: [uploaded.body] })
    for (const client of [ines, operator])
      expect((await find(client, 'grundriss kell')).files).toEqual(['Grundriß-Keller.txt'])
    expect((await find(clerk, 'grundriss kell')).files).toEqual([])
    for (const client of [stranger, foreign]) expect(await find(client, 'keller')).toEqual(nothing)
  })

  it('finds attachments by their names: those of an instance and its tasks, and those of a task without a process', async () => {
    const attach = async (client: TestClient, of: 'task' | 'instance', id: string, name: string) => {
      const file = { name, content: name }
      const uploaded = await client.send({ method: 'POST', url: `/api${fileCalls.upload.path}`, ...multipart([file]) })
      const body = { fileId: (uploaded.body as { id: string }).id }
      return (await client.call(commentCalls.attach, { params: { of, id }, body })).body.id
    }
    const instanceId = await start(ines, 'Attic')
    const { body } = await clerk.call(taskCalls.unclaimed, { query: { q: 'Attic' } })
    await attach(ines, 'instance', instanceId, 'rafters one.txt')
    const ofTask = await attach(clerk, 'task', body.items[0]?.id ?? '', 'rafters two.txt')
    const seen = async (q: string) =>
      Object.fromEntries(
        await Promise.all(
          Object.entries(everybody).map(async ([name, client]) => [name, (await find(client, q)).files] as const),
        ),
      )
    const both = ['rafters two.txt', 'rafters one.txt']
    const none = { ines: [], clerk: [], stranger: [], operator: [], foreign: [] }
    expect(await seen('rafters')).toEqual({ ...none, ines: both, clerk: both, operator: both })
    const params = { of: 'task', id: body.items[0]?.id ?? '', fileId: ofTask } as const
    expect((await clerk.call(commentCalls.detach, { params })).status).toBe(204)
    expect((await find(ines, 'rafters')).files).toEqual(['rafters one.txt'])

    const made = await ines.call(taskCalls.create, { body: { name: 'Paint the shed', assignee: 'stranger' } })
    await attach(ines, 'task', made.body.id, 'colours.txt')
    const own = ['colours.txt']
    expect(await seen('colours')).toEqual({ ...none, ines: own, stranger: own, operator: own })
    const task = async (client: TestClient) =>
      (await client.call(searchCalls.files, { query: { q: 'colours' } })).body.items.map((file) => file.task?.place)
    expect([await task(stranger), await task(operator)]).toEqual([['involved'], ['all']])
    // Whoever stands in for all tasks of the person finds what hangs on them, for one process alone he does not.
    const away = (processKeys: string[] | null) =>
      admin.query(
        `insert into absence (workplace_id, id, user_id, substitute_id, from_at, until_at, process_keys, created_at, updated_at)
         select $1, gen_random_uuid(), u.id, s.id, '2000-01-01', '9000-01-01', $2, now(), now() from app_user u, app_user s
         where u.workplace_id = $1 and s.workplace_id = $1 and u.username = 'stranger' and s.username = 'clerk'`,
        [workplaceId, processKeys],
      )
    await away(['travel'])
    expect(await seen('colours')).toEqual({ ...none, ines: own, stranger: own, operator: own })
    await admin.query('delete from absence')
    await away(null)
    expect(await seen('colours')).toEqual({ ...none, ines: own, stranger: own, clerk: own, operator: own })
    await admin.query('delete from absence')
    await stranger.call(taskCalls.complete, { params: { id: made.body.id }, body: { values: {}, hash: '' } })
    expect(await seen('colours')).toEqual({ ...none, ines: own, stranger: own, operator: own })
  })

  it('finds tasks by their own name and process too, while they are open, and instances when they have ended', async () => {
    await start(ines, 'Walnut')
    expect((await find(clerk, 'check walnut')).tasks).toEqual(['Walnut (unclaimed)'])
    expect((await find(clerk, 'travel walnut')).tasks).toEqual(['Walnut (unclaimed)'])
    const { body } = await clerk.call(taskCalls.unclaimed, { query: { q: 'Walnut' } })
    const id = body.items[0]?.id ?? ''
    await clerk.call(taskCalls.claim, { params: { id } })
    expect((await find(clerk, 'walnut')).tasks).toEqual(['Walnut (assigned)'])
    const { document } = (await clerk.call(taskCalls.get, { params: { id } })).body.form ?? {}
    await clerk.call(taskCalls.complete, { params: { id }, body: { values: {}, hash: document?.hash ?? '' } })
    expect(await find(clerk, 'walnut')).toEqual({ tasks: [], instances: ['Walnut'], files: [] })
    expect((await find(ines, 'walnut')).instances).toEqual(['Walnut'])
  })

  it('follows a title that changes, and forgets what is deleted', async () => {
    const id = await start(ines, 'Key')
    await admin.query(`update instance set title = 'Before' where id = $1`, [id])
    expect((await find(ines, 'before key')).instances).toEqual(['Before'])
    await admin.query(`update instance set title = 'After' where id = $1`, [id])
    expect((await find(ines, 'before')).instances).toEqual([])
    expect((await find(ines, 'after')).instances).toEqual(['After'])
    await ines.call(processCalls.cancel, { params: { id } })
    expect((await find(ines, 'key')).instances).toHaveLength(1)
    await admin.query('delete from history_instance where id = $1', [id])
    expect((await admin.query('select from search_word where thing_id = $1', [id])).rowCount).toBe(0)
  })

  it('finds what is the user’s own among thousands of others that have the same word', async () => {
    await start(ines, 'Common needle')
    await admin.query(
      `insert into search_word (workplace_id, kind, word, thing_id) select $1, 'instance', 'common', gen_random_uuid() from generate_series(1, 5000)`,
      [workplaceId],
    )
    expect((await find(ines, 'common')).instances).toEqual(['Common needle'])
  })

  it('has whole words first, six of each kind and more when asked', async () => {
    for (const number of [1, 2, 3, 4, 5, 6, 7]) await start(ines, `Planets ${number}`)
    await start(ines, 'Planet')
    await start(ines, 'Planetarium')
    const { body } = await ines.call(searchCalls.find, { query: { q: 'planet' } })
    expect(body.instances.items).toHaveLength(6)
    expect([body.instances.items[0]?.title, body.instances.isMore]).toEqual(['Planet', true])
    const { body: more } = await ines.call(searchCalls.find, { query: { q: 'planet', size: 20 } })
    expect([more.instances.items.length, more.instances.isMore]).toEqual([9, false])
  })

  it.each(['instances', 'tasks', 'files'] as const)(
    'pages through %s, each once, by marks of the same words',
    async (kind) => {
      const ask = async (client: TestClient, query: { q: string; size?: number; after?: string }) => {
        const answer = await client.call<typeof searchCalls.files>(searchCalls[kind] as typeof searchCalls.files, {
          query,
        })
        const names =
          answer.status === 200 ? answer.body.items.map(({ name, title }) => (kind === 'files' ? name : title)) : []
        return { ...answer, names }
      }
      const word = `pager${kind}`
      const names = Array.from({ length: 7 }, (_, number) => `${word} ${number}`)
      for (const name of names) {
        const id = await start(ines, name)
        const link = { name, url: 'https://example.org/' }
        await ines.call(commentCalls.attach, { params: { of: 'instance', id }, body: link })
      }
      const client = kind === 'tasks' ? clerk : ines
      const found: string[] = []
      const marks: string[] = []
      for (let after: string | null = ''; after !== null; ) {
        const page: Awaited<ReturnType<typeof ask>> = await ask(client, {
          q: word,
          size: 3,
          ...(after === '' ? {} : { after }),
        })
        expect(page.status).toBe(200)
        found.push(...page.names)
        after = page.body.next
        if (after !== null) marks.push(after)
      }
      expect([...found].sort()).toEqual(names)
      // Tasks go by the date on which they are due, which these have none of.
      if (kind !== 'tasks') expect(found).toEqual(names.toReversed())
      expect(marks).toHaveLength(2)
      const other = await ask(client, { q: 'walnut', after: marks[0] ?? '' })
      expect([other.status, other.error.code]).toEqual([400, 'request.invalid'])
      for (const stranger of [foreign, everybody.stranger]) expect((await ask(stranger, { q: word })).names).toEqual([])
    },
  )

  it.each([
    ['10,000 characters', 'x'.repeat(10_000), 400],
    ['a null byte', 'a\0b', 400],
    ['nothing', '   ', 400],
    ['a percent sign', '%%', 200],
    ['an underscore', '__', 200],
    ['a backslash', '\\', 200],
    ['a quote', `' or 1=1 --`, 200],
    ['half a surrogate', '\ud83d', 200],
    ['the last character there is', '\u{10FFFF}', 200],
  ])('takes %s for what it is', async (_, q, status) => {
    for (const call of [searchCalls.find, searchCalls.tasks, searchCalls.instances, searchCalls.files]) {
      const { status: answered, body } = await ines.call(call, { query: { q } })
      expect(answered).toBe(status)
      if (status === 200) expect(JSON.stringify(body)).not.toContain('"id"')
    }
  })

  it.each(['RoleDesign', 'RoleIntegration', 'RoleUserAdmin'] satisfies Role[])('is not for %s', async (role) => {
    const client = await signIn({ roles: [role] })
    expect((await client.call(searchCalls.find, { query: { q: 'zepp' } })).status).toBe(403)
  })
})

it('words are cut as the database cuts them', async () => {
  for (const text of [
    'Müller & Söhne',
    'PR-2026/04817',
    'Straße ÉCOLE ñandú',
    'a_b.c',
    'Ωmega привет 東京',
    '  ',
    '½ 10²',
  ]) {
    const { rows } = await admin.query(
      'select coalesce(array_agg(w), array[]::text[]) as terms from millrace_words($1) w',
      [text],
    )
    expect(new Set(splitIntoTerms(text)), text).toEqual(new Set(rows[0].terms))
  }
})
