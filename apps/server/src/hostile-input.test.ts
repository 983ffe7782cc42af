import { process } from '@millrace/bpmn/builder'
import { api, type Call, errors, processCalls, roles, taskCalls } from '@millrace/contract'
import { countRows, createTestApp, createWorkplace, type TestAnswer, type TestClient } from '@millrace/server/testing'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { deploy } from './runtime/deploy/deploy.ts'
import { createScenario } from './runtime/testing/scenario.ts'
import { type IdOfTable, idsForPath, isSparing, valuesInTurn } from './testing/sparing.ts'

const { db, runtime, workplaceId, signIn, signInAs, admin, app } = await createTestApp()
const scenario = await createScenario(runtime, workplaceId)
const everything = await signIn({ roles: [...roles], username: 'everything' })

/** A session of its own for each try: some calls end it. */
const nextClient = () => signInAs(everything.user)

const calls = Object.values(api).flatMap((group) => Object.values(group) as Call[])
const subjectOf = new Map(
  Object.entries(api).flatMap(([subject, group]) => Object.values(group).map((call) => [call as Call, subject])),
)
/** One test for each subject: what is done for every call costs little, what is done for every test much. */
const bySubject = (some: readonly Call[]) => [...Map.groupBy(some, (call) => subjectOf.get(call) ?? '')]
const nameOf = ({ method, path }: Call) => `${method} ${path}`
const changing = calls.filter(({ method, isChange }) => method !== 'GET' || isChange)
/** Taking away what is not there is no fault: only that nothing changes can be told. */
const isIdempotent = ({ path, method }: Call) => method === 'DELETE' && path === '/category/favourites/{key}'
/** Whether there is something is asked, and “no” is an answer. */
const isQuestion = ({ path }: Call) => path.startsWith('/standalone/external/checkSecure/')
const withParams = calls.filter((call) => call.path.includes('{') && !isIdempotent(call) && !isQuestion(call))
const withBody = calls.filter(({ body }) => body !== undefined && body !== 'multipart')

/** Sends it, and tells that the answer is a refusal with a code and a sentence, and that nothing has changed. */
async function expectRefusal(send: () => Promise<TestAnswer<unknown>>): Promise<TestAnswer<unknown>> {
  const before = await countRows(admin)
  const answer = await send()
  expectPlainError(answer)
  expect(await countRows(admin)).toEqual(before)
  return answer
}

function expectPlainError({ status, error }: TestAnswer<unknown>, asked = ''): void {
  const what = `${asked} ${JSON.stringify(error)}`
  expect(status, what).toBeGreaterThanOrEqual(400)
  expect(status, what).toBeLessThan(500)
  expect(errors, what).toHaveProperty([error.code])
  expect(errors[error.code].status, what).toBe(status)
  expect(error.message, what).toMatch(/^[A-Z“].*[.!?”]$/s)
  expect(what).not.toMatch(/\bat \S+:\d+|node_modules|select .+ from |insert into/i)
}

const pathWith = ({ path }: Call, value: string) => `/api${path.replaceAll(/\{\w+\}/g, value)}`
const deep = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`

describe('a call without its CSRF header', () => {
  const cookieBound = changing.filter(({ isOwnProof }) => isOwnProof !== true)
  it.each(bySubject(cookieBound))('is refused: %s', async (_, group) => {
    const client = await nextClient()
    const before = await countRows(admin)
    for (const call of group) {
      const { status, error } = await client.send({
        method: call.method,
        url: pathWith(call, '00000000-0000-7000-8000-000000000000'),
        headers: { 'x-xsrf-token': '' },
        ...(call.body === undefined || call.body === 'multipart' ? {} : { payload: {} }),
      })
      expect([nameOf(call), status, error.code]).toEqual([nameOf(call), 403, 'session.csrf'])
    }
    expect(await countRows(admin)).toEqual(before)
  })
})

describe('an invalid id', () => {
  const ids = [
    '%00',
    '%ff',
    '%c0%ae%c0%ae',
    "'%20or%201=1%20--",
    '..%2f..%2fetc%2fpasswd',
    '😀',
    'x'.repeat(4000),
    '-1',
  ]

  it.each(bySubject(withParams))('is refused by %s', async (_, group) => {
    const client = await nextClient()
    const before = await countRows(admin)
    for (const call of group)
      for (const id of valuesInTurn(ids, calls.indexOf(call)))
        expectPlainError(await sendWithId(client, call, id), `${nameOf(call)} ${id}`)
    expect(await countRows(admin)).toEqual(before)
  })

  it.each(calls.filter(isQuestion).map((call) => [nameOf(call), call] as const))(
    'is nothing to %s',
    async (_, call) => {
      for (const id of ids) {
        const answer = await sendWithId(await nextClient(), call, id)
        if (answer.status === 200) expect(answer.body).toEqual({ standaloneForm: 'false', secureForm: 'true' })
        else expectPlainError(answer)
      }
    },
  )
})

/** Sends what the call needs beside its id: an empty body, and the CSRF header of a GET that changes something. */
async function sendWithId(client: TestClient, call: Call, id: string): Promise<TestAnswer<unknown>> {
  if (!client.cookies.has('XSRF-TOKEN')) await client.send({ url: '/api/actuator/health/liveness' })
  return client.send({
    method: call.method,
    url: pathWith(call, id),
    headers: { 'x-xsrf-token': client.cookies.get('XSRF-TOKEN') ?? '' },
    ...(call.body === undefined || call.body === 'multipart' ? {} : { payload: {} }),
  })
}

describe('an invalid body', () => {
  const json = { 'content-type': 'application/json' }
  const bodies: Readonly<Record<string, { headers: Record<string, string>; payload: string | Buffer }>> = {
    'no JSON': { headers: json, payload: '{"a":' },
    'nothing at all': { headers: json, payload: '' },
    'a list': { headers: json, payload: '[1]' },
    null: { headers: json, payload: 'null' },
    'JSON of a hundred thousand levels': { headers: json, payload: deep(100_000) },
    'JSON of two megabytes': { headers: json, payload: JSON.stringify({ a: 'x'.repeat(2_000_000) }) },
    'bytes that are no UTF-8': {
      headers: json,
      payload: Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d]),
    },
    'a dangerous name': { headers: json, payload: '{"__proto__":{"isAdmin":true},"constructor":{"prototype":{}}}' },
    'plain text': { headers: { 'content-type': 'text/plain' }, payload: '{}' },
    XML: { headers: { 'content-type': 'application/xml' }, payload: '<a/>' },
    'a type that is none': { headers: { 'content-type': 'a b c' }, payload: '{}' },
    'a form': { headers: { 'content-type': 'application/x-www-form-urlencoded' }, payload: 'a=1' },
  }

  /**
   * Refused by the length that a call allows and by the reader of JSON, before anybody knows what the call is: sent to one
   * call of each subject, and to each with a length of its own.
   */
  const isLarge = new Set(['JSON of a hundred thousand levels', 'JSON of two megabytes'])

  it.each(bySubject(withBody))('is refused by %s', async (_, group) => {
    const client = await nextClient()
    const before = await countRows(admin)
    for (const [index, call] of group.entries()) {
      for (const [what, body] of valuesInTurn(Object.entries(bodies), calls.indexOf(call))) {
        if (isSparing && isLarge.has(what) && index > 0 && call.bodyLimit === undefined) continue
        const answer = await client.send({
          method: call.method,
          url: pathWith(call, '00000000-0000-7000-8000-000000000000'),
          ...body,
        })
        // A call without a field that it must have takes any object.
        if (answer.status < 400 && what === 'a dangerous name') continue
        expectPlainError(answer, `${nameOf(call)} ${what}`)
        expect(await countRows(admin), `${nameOf(call)} ${what}`).toEqual(before)
      }
    }
  })
})

describe('an invalid query', () => {
  const texts = ['\0', '\ud800', "'; drop table instance; --", 'x'.repeat(10_000), '-1', '1e309', '[]', '%']
  const reading = calls.filter(({ method, isChange, query }) => method === 'GET' && !isChange && query !== undefined)

  /** What a call takes, of a list its filters with their operators too. */
  const namesOf = ({ query }: Call): string[] =>
    Object.keys((query === undefined ? {} : z.toJSONSchema(query, { io: 'input' })).properties ?? {})

  it.each(bySubject(reading))('never makes %s fail', async (_, group) => {
    const client = await nextClient()
    for (const call of group) {
      const names = namesOf(call)
      expect([nameOf(call), names.length]).toEqual([nameOf(call), expect.toSatisfy((count: number) => count > 0)])
      for (const [index, name] of names.entries()) {
        // What one kind of filter makes of a text is the same in every list: each has a third, all by `npm run soak`.
        const some = valuesInTurn([...texts, '%ff%'], index)
        for (const text of some) {
          const value = text === '%ff%' ? text : encodeURIComponent(text.toWellFormed())
          const answer = await client.send({ method: 'GET', url: `${pathWith(call, 'x')}?${name}=${value}` })
          if (answer.status >= 400) expectPlainError(answer, `${nameOf(call)} ${name}=${text.slice(0, 20)}`)
          else expect(answer.status).toBe(200)
        }
      }
    }
  })
})

describe('an id of another workplace', () => {
  it('is the same as one that does not exist, for each call that takes one', async () => {
    const place = await createWorkplace(db)
    const stranger = await signIn({ workplaceId: place, roles: [...roles], username: 'everything' })
    const definition = await scenario.deploy(
      process('guarded').start().userTask('do', { 'camunda:assignee': 'everything' }).end().toXml(),
    )
    await scenario.start(definition, { userId: 'everything', variables: { secret: 'x' } })
    const ids = await listIds()
    expect(ids.length).toBeGreaterThan(8)
    const before = await countRows(admin)
    for (const call of withParams) {
      for (const id of idsForPath(call.path, ids)) {
        const answer = await sendWithId(stranger, call, id)
        expectPlainError(answer)
        expect([nameOf(call), answer.error.code]).toEqual([
          nameOf(call),
          expect.stringMatching(
            /^(thing\.not-found|incident\.over|event\.unmatched|request\.invalid|request\.too-many)$/,
          ),
        ])
      }
    }
    expect(await countRows(admin)).toEqual(before)
    const { rows } = await admin.query('select id from task where task_key = $1', ['do'])
    expect(rows).toHaveLength(1)
  })

  /** Every id that a row of the first workplace has. */
  async function listIds(): Promise<IdOfTable[]> {
    const { rows: tables } = await admin.query<{ name: string }>(
      `select table_name as name from information_schema.columns c where table_schema = 'public' and column_name = 'id' and data_type = 'uuid'
       and exists (select 1 from information_schema.columns w where w.table_name = c.table_name and w.column_name = 'workplace_id')
       and table_name not like '%\\_20__\\___' and table_name not like 'session%' order by 1`,
    )
    const ids = new Map<string, string>()
    for (const { name: table } of tables) {
      const { rows } = await admin.query(`select id from ${table} where workplace_id = $1 limit 1`, [workplaceId])
      for (const { id } of rows) ids.set(id, table)
    }
    return [...ids].map(([id, table]) => ({ id, table }))
  }
})

describe('a value of the wrong type', () => {
  const choice = { options: [{ value: 'a', label: 'A' }] }
  const wrong: Readonly<Record<string, { props?: object; values: readonly unknown[] }>> = {
    text: { values: [1, true, {}, [], 'x\0y', '\ud800', 'x'.repeat(2_000_000), '<b>x</b>'] },
    textarea: { values: [1, false, {}, [], 'x\0y', '\udc00'] },
    number: { values: ['many', true, {}, [], '1e999', '\0', '0x10', '1,5'] },
    date: { values: ['yesterday', '2030-02-30', 5, true, {}, [], '+999999-01-01', '2030-01-01T00:00:00Z\0'] },
    'date-time': { values: ['now', '2030-02-30T10:00', 5, true, {}, [], '2030-01-01T25:00'] },
    checkbox: { values: ['perhaps', 2, {}, []] },
    select: { props: choice, values: ['b', 1, {}, ['a', 'b'], '__proto__', 'A'] },
    radio: { props: choice, values: ['b', true, {}, ['a'], 'constructor'] },
    'check-list': { props: choice, values: ['a', ['b'], ['a', 'a'], [['a']], { a: true }, ['__proto__']] },
    'multi-select': { props: choice, values: [7, ['b'], [null], { length: 1 }] },
    tags: { values: ['a', [1], ['<b>'], ['a', 'A'], ['x'.repeat(51)], [{}]] },
    'rich-text': {
      values: [
        1,
        {},
        '<script>alert(1)</script>',
        '<p onclick="x()">a</p>',
        '<a href="javascript:x()">a</a>',
        '<svg/>',
      ],
    },
    password: { values: [1, {}, ['x'], 'x\0y'] },
    masked: { props: { mask: '00-00' }, values: ['1234x', 1234, {}, '12345'] },
    email: { values: ['ines', 'a@b', 'a@@example.org', 7, {}, '<x@example.org>'] },
    url: { values: ['javascript:alert(1)', 'example.org', 'https://a:b@example.org', 7, {}] },
    phone: { values: ['call me', 110, {}, '1'] },
    currency: { props: { currency: 'EUR' }, values: ['1,5', '1 USD', {}, '1.005', true] },
    slider: { props: { step: 5 }, values: [3, 105, -5, {}, 'far'] },
    ranking: { props: choice, values: [['b'], 7, {}, [{}], ['__proto__']] },
    rating: { values: [0, 6, 1.5, {}, '<b>'] },
    time: { values: ['25:00', 930, {}, '9:30 pm'] },
    'date-range': {
      values: ['2026-11-30', [], { from: '2026-11-30' }, { from: '2026-12-02', to: '2026-12-01' }, { day: 'x' }],
    },
    signature: { values: ['Ines', 'data:text/html,x', 'data:image/svg+xml;base64,PHN2Zz4=', 7, {}] },
    image: { values: ['no-id', 7, {}, [{}]] },
    hidden: { props: { defaultValue: 'north' }, values: ['south', 7, {}, true] },
    computed: { props: { computed: '=1 + 2' }, values: [4, 'x', {}, true] },
    file: {
      values: [
        'no-id',
        7,
        {},
        [{}],
        [{ id: '00000000-0000-7000-8000-000000000000', name: 'x.txt', size: 1, type: 'text/plain' }],
        [{ id: '../x', name: 'x.txt', size: 1, type: 'text/plain' }],
        { id: '00000000-0000-7000-8000-000000000000', name: 'x.txt', size: 1, type: 'text/plain' },
      ],
    },
  }
  const root = Object.entries(wrong).map(([type, { props }], index) => ({
    id: `n${index}`,
    type,
    key: type.replaceAll('-', '_'),
    props: { label: type, ...props },
  }))

  it.each(Object.entries(wrong))(
    'is refused for a field of kind %s, by starting and by completing',
    async (type, { values }) => {
      const field = type.replaceAll('-', '_')
      const client: TestClient = await nextClient()
      const definitionId = await deployForm(`typed-${type}`)
      const params = { id: definitionId }
      const { form } = (await client.call(processCalls.startForm, { params })).body
      expect(form.document.data).toHaveLength(root.length)
      const body = (given: object, hash: string) => ({ values: given, hash })
      const started = await client.call(processCalls.start, { params, body: body({}, form.document.hash) })
      const task = { id: started.body.nextTaskId ?? '' }
      const hash = (await client.call(taskCalls.get, { params: task })).body.form?.document.hash ?? ''
      for (const value of values) {
        const start = await expectRefusal(() =>
          client.call(processCalls.start, { params, body: body({ [field]: value }, form.document.hash) }),
        )
        const complete = await expectRefusal(() =>
          client.call(taskCalls.complete, { params: task, body: body({ [field]: value }, hash) }),
        )
        for (const { error } of [start, complete]) {
          expect(error.code, JSON.stringify(error)).toBe(codeFor(value))
          if (error.code === 'form.invalid') expect(error.details?.[0]?.where).toBe(field)
        }
      }
    },
  )

  /** What no field takes is refused by its form; what is no JSON of ours at all, before anybody looks at the form. */
  function codeFor(value: unknown): string {
    if (JSON.stringify(value).length > 1_000_000) return 'request.too-large'
    return typeof value === 'string' && !value.isWellFormed() ? 'request.invalid' : 'form.invalid'
  }

  async function deployForm(key: string): Promise<string> {
    const formKey = { 'millrace:formKey': 'millrace:deployment:all.form.json' }
    const model = process(key)
      .start('begin', formKey)
      .userTask('fill', { 'millrace:assignee': 'everything', ...formKey })
      .end()
      .toXml()
    const answer = await deploy(
      runtime,
      { workplaceId, userId: null, cause: 'test' },
      {
        name: null,
        source: null,
        tenantId: null,
        files: [
          { name: 'all.bpmn', bytes: Buffer.from(model) },
          { name: 'all.form.json', bytes: Buffer.from(JSON.stringify({ schema: 1, id: 'all', root })) },
        ],
      },
    )
    if (!answer.ok) throw new Error(JSON.stringify(answer.problems))
    return answer.deployed.processes[0]?.id ?? ''
  }
})

describe('a request that only HTTP could explain', () => {
  it('is refused without a message of the inside', async () => {
    for (const url of ['/api/%', '/api/tasks/%E0%A4%A', '/api//tasks', '/api/tasks/\u0007']) {
      const response = await app.inject({ method: 'GET', url })
      expect([url, response.statusCode < 500]).toEqual([url, true])
      expect(response.body).not.toMatch(/\bat \S+:\d+|node_modules/)
    }
  })
})
