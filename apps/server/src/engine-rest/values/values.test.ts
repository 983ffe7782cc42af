import { process } from '@millrace/bpmn/builder'
import { createTestApp, createUser } from '@millrace/server/testing'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { refuse } from '../../platform/errors/refusal.ts'
import { createStoredContent } from '../../platform/uploads/stored-content.ts'
import { deployModel } from '../../runtime/testing/test-runtime.ts'
import { detailQuery } from '../history/detail-history.ts'
import { type VariableHistoryRow, variableHistoryQuery } from '../history/variable-history.ts'
import { readLeftOut } from '../query/large-values.ts'
import { type ListQuery, noParameters, selectRows } from '../query/list-query.ts'
import { variableInstanceQuery } from '../variable-instance/variable-query.ts'
import type { StoredColumns } from './present-value.ts'

// Half of what an answer may hold in the product: a value of five megabytes, and not two of them.
const { app, db, runtime, workplaceId, admin } = await createTestApp({ budgets: { answerValues: 10_000_000 } })
const { username } = await createUser(db, { workplaceId, password: 'secret', roles: ['RoleFullAPI'] })
const authorization = `Basic ${Buffer.from(`${username}:secret`).toString('base64')}`
await deployModel(
  runtime,
  { workplaceId, userId: null, cause: 'test' },
  process('keeper').start().userTask('hold').end().toXml(),
)

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** Text in, text out: what a client's own JSON would make of numbers must not matter here. */
async function call(method: Method, path: string, payload?: string, headers: Record<string, string> = {}) {
  const response = await app.inject({
    method,
    url: `/engine-rest${path}`,
    headers: { authorization, ...(payload === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
    ...(payload === undefined ? {} : { payload }),
  })
  return { status: response.statusCode, text: response.body, bytes: response.rawPayload, headers: response.headers }
}

async function start(variables: string): Promise<string> {
  const { status, text } = await call('POST', '/process-definition/key/keeper/start', `{"variables":${variables}}`)
  expect([status, text.slice(0, 500)]).toEqual([200, expect.any(String)])
  return (JSON.parse(text) as { id: string }).id
}

const variablesOf = async (id: string) =>
  (await call('GET', `/process-instance/${id}/variables?deserializeValues=false`)).text
const read = async (id: string) =>
  JSON.parse(await variablesOf(id)) as Record<
    string,
    { type: string; value: unknown; valueInfo: Record<string, unknown> }
  >

/** Ends the instance, so that only its history is left. */
async function end(id: string): Promise<void> {
  const [task] = JSON.parse((await call('GET', `/task?processInstanceId=${id}`)).text) as { id: string }[]
  expect((await call('POST', `/task/${task?.id}/complete`, '{}')).status).toBe(204)
}

/** The value of the variable `x` of an instance that has ended. */
async function lastValue(id: string): Promise<string> {
  await end(id)
  return (
    await call('GET', `/history/variable-instance?processInstanceId=${id}&variableName=x&deserializeValues=false`)
  ).text
}

describe('a value', () => {
  it.each([
    ['String', '""'],
    ['String', '" \\t\\r\\n "'],
    ['String', '"Größe 漢字 שלום 👩‍👩‍👧 \\u202e \\ud83d\\ude00 \\\\ud800 \\"quoted\\" \\\\ \'"'],
    ['Boolean', 'true'],
    ['Boolean', 'false'],
    ['Short', '-32768'],
    ['Integer', '2147483647'],
    ['Long', '9007199254740993'],
    ['Long', '9223372036854775807'],
    ['Long', '-9223372036854775808'],
    ['Double', '0.1'],
    ['Double', '5e-324'],
    ['Double', '1.7976931348623157e+308'],
    ['Date', '"2030-02-28T23:59:59.999+0000"'],
    ['Date', '"0001-01-01T00:00:00.000+0000"'],
    ['Date', '"9999-12-31T23:59:59.000+0000"'],
    ['Null', 'null'],
    ['String', 'null'],
    ['Long', 'null'],
    ['Json', '"{ \\"b\\": 1,  \\"a\\": [9007199254740993, 1.10, null] }"'],
    ['Xml', '"<a b=\\"1\\">&amp;\\n<c/></a>"'],
    ['Bytes', '"AAECAwT/"'],
  ])('of type %s comes back as it was sent, also from history: %s', async (type, value) => {
    const id = await start(`{"x":{"type":"${type}","value":${value}}}`)
    const expected = `{"type":"${type}","value":${JSON.stringify(JSON.parse(value)) === value ? value : value.replaceAll('\\ud83d\\ude00', '😀').replaceAll('\\u202e', '\u202e')},"valueInfo":{}}`
    expect(await variablesOf(id)).toBe(`{"x":${expected}}`)
    const history = await lastValue(id)
    if (type !== 'Bytes')
      expect(history).toContain(expected.slice(1, expected.indexOf(',"valueInfo"')).split(',"value":')[1])
  })

  it('of type Object keeps its text and what it is', async () => {
    const info = { objectTypeName: 'org.example.Größe', serializationDataFormat: 'application/xml' }
    const id = await start(`{"x":{"type":"Object","value":"<a/>","valueInfo":${JSON.stringify(info)}}}`)
    expect((await read(id)).x).toEqual({ type: 'Object', value: '<a/>', valueInfo: info })
  })

  it('of type File keeps bytes, name and type, whatever they are', async () => {
    const bytes = Buffer.from(Array.from({ length: 256 }, (_, index) => index))
    const info = { filename: '漢字 "😀".pdf', mimeType: 'application/pdf', encoding: 'utf-8' }
    const id = await start(
      `{"x":{"type":"File","value":"${bytes.toString('base64')}","valueInfo":${JSON.stringify(info)}}}`,
    )
    expect((await read(id)).x).toEqual({ type: 'File', value: null, valueInfo: info })
    const data = await call('GET', `/process-instance/${id}/variables/x/data`)
    expect(data.bytes.equals(bytes)).toBe(true)
    expect(data.headers).toMatchObject({
      'content-type': 'application/pdf; charset=utf-8',
      'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(info.filename)}`,
    })
    const odd = JSON.stringify({ filename: 'a', mimeType: 'a/b\r\nset-cookie: x=1', encoding: 'x"y' })
    const other = await start(`{"x":{"type":"File","value":"AAE=","valueInfo":${odd}}}`)
    const safe = await call('GET', `/process-instance/${other}/variables/x/data`)
    expect([safe.status, safe.headers['content-type'], safe.headers['set-cookie']]).toEqual([
      200,
      'application/octet-stream',
      undefined,
    ])
  })

  it.each([
    ['Integer', '2147483648'],
    ['Short', '40000'],
    ['Long', '9223372036854775808'],
    ['Long', '1.5'],
    ['Double', '"many"'],
    ['Boolean', '"perhaps"'],
    ['Date', '"2030-02-30T00:00:00.000+0000"'],
    ['Date', '"tomorrow"'],
    ['Bytes', '"no base64!"'],
    ['Json', '{"a":1}'],
    ['Colour', '"red"'],
    ['String', '{"a":1}'],
    ['String', '"a\\u0000b"'],
    ['String', '"half \\ud83d of a pair"'],
    ['Json', '"\\u0000"'],
    ['Long', '"1180591620717411303424"'],
    ['Long', `"${'9'.repeat(200_000)}"`],
    ['Double', '"1e999"'],
    ['Double', '"Infinity"'],
    ['Double', '"NaN"'],
    ['Double', 'true'],
    ['Number', '"many"'],
    ['Number', 'false'],
    ['Null', '5'],
    ['Date', '"0000-01-01T00:00:00.000+0000"'],
    ['Date', '"9999-12-31T23:59:59.000-0100"'],
    ['Date', '"+275760-09-13T00:00:00.000+0000"'],
    ['Bytes', '"A"'],
    ['Bytes', '"AAAAA"'],
    ['Bytes', '"AA="'],
    ['Bytes', '"AA=A"'],
    ['Integer', '{"toString":1,"valueOf":1}'],
    ['Date', '[]'],
  ])('that does not fit its type is refused: %s %s', async (type, value) => {
    const { status, text } = await call(
      'POST',
      '/process-definition/key/keeper/start',
      `{"variables":{"x":{"type":"${type}","value":${value}}}}`,
    )
    expect(status).toBe(400)
    expect(JSON.parse(text)).toMatchObject({ type: 'InvalidRequestException', message: expect.any(String) })
  })

  it('of type File is sent as it is read, or a part of it, wherever it is asked for', async () => {
    const bytes = Buffer.alloc(3_000_000, 'from one end to the other ')
    const id = await start(
      `{"x":{"type":"File","value":"${bytes.toString('base64')}","valueInfo":{"filename":"a.bin"}}}`,
    )
    const [live] = JSON.parse((await call('GET', `/variable-instance?processInstanceIdIn=${id}`)).text)
    const [detail] = JSON.parse((await call('GET', `/history/detail?processInstanceId=${id}`)).text)
    expect(Object.keys(detail)).not.toContain('size')
    const ways = [`/process-instance/${id}/variables/x`, `/variable-instance/${live.id}`]
    const inHistory = [`/history/variable-instance/${live.id}`, `/history/detail/${detail.id}`]
    const expectAll = async (paths: readonly string[]) => {
      for (const path of paths) {
        const whole = await call('GET', `${path}/data`)
        expect([whole.status, whole.bytes.equals(bytes)]).toEqual([200, true])
        expect(whole.headers).toMatchObject({ 'content-length': '3000000', 'accept-ranges': 'bytes' })
        // Over the end of the first portion.
        const part = await call('GET', `${path}/data`, undefined, { range: 'bytes=1048000-1049999' })
        expect([part.status, part.bytes.equals(bytes.subarray(1_048_000, 1_050_000))]).toEqual([206, true])
        expect(JSON.parse((await call('GET', path)).text)).toMatchObject({ value: null })
      }
    }
    await expectAll([...ways, ...inHistory])
    await end(id)
    await expectAll(inHistory)
  })

  it('is refused in one answer with others that are too many for it, and reported alone', async () => {
    const file = `{"type":"File","value":"${Buffer.alloc(4_500_000).toString('base64')}","valueInfo":{"filename":"f"}}`
    const id = await start(`{"f":${file}}`)
    const long = JSON.stringify({ value: 'x'.repeat(4_999_999) })
    for (const name of ['a', 'b'])
      expect((await call('PUT', `/process-instance/${id}/variables/${name}`, long)).status).toBe(204)
    // The file is not counted, which is not shown.
    expect(Object.keys(await read(id))).toEqual(['a', 'b', 'f'])
    expect((await call('PUT', `/process-instance/${id}/variables/c`, '{"value":"xyz"}')).status).toBe(204)
    const [task] = JSON.parse((await call('GET', `/task?processInstanceId=${id}`)).text)
    for (const path of [
      `/process-instance/${id}/variables`,
      `/process-instance/${id}/variables?deserializeValues=false`,
      `/task/${task.id}/variables`,
    ]) {
      const { status, text } = await call('GET', path)
      expect([status, JSON.parse(text)]).toMatchObject([
        422,
        {
          message: expect.stringMatching(
            /at most 10000000 bytes in one answer \(answerValues\), but there are 10000001/,
          ),
        },
      ])
    }
    // The task is not completed without an answer.
    const completion = await call('POST', `/task/${task.id}/complete`, '{"withVariablesInReturn":true}')
    expect(completion.status).toBe(422)
    expect((await call('GET', `/task/${task.id}`)).status).toBe(200)
    for (const [name, length] of [
      ['a', 4_999_999],
      ['c', 3],
    ] as const)
      expect(JSON.parse((await call('GET', `/process-instance/${id}/variables/${name}`)).text).value).toHaveLength(
        length,
      )
  })

  it('that is changed while it is sent is interrupted, and is never two values in one', async () => {
    const value = (text: string) =>
      JSON.stringify({ type: 'Bytes', value: Buffer.alloc(3_000_000, text).toString('base64') })
    const id = await start(`{"x":${value('a')}}`)
    const { rows } = await admin.query('select id, root_id, revision from variable where instance_id = $1', [id])
    const row = { table: 'variable', workplaceId, id: rows[0].id, among: [rows[0].root_id, rows[0].revision] } as const
    const portions = createStoredContent(db, { ...row, size: 3_000_000 })
      .open(0, 3_000_000)
      [Symbol.asyncIterator]()
    expect((await portions.next()).value).toEqual(Buffer.alloc(1_048_576, 'a'))
    expect((await call('PUT', `/process-instance/${id}/variables/x`, value('b'))).status).toBe(204)
    await expect(portions.next()).rejects.toThrow('is gone')
    expect(
      (await call('GET', `/process-instance/${id}/variables/x/data`)).bytes.equals(Buffer.alloc(3_000_000, 'b')),
    ).toBe(true)
  })

  it('of type File or Bytes is not read with the rows of lists that do not show it', async () => {
    const content = Buffer.alloc(3000, 'x').toString('base64')
    const id = await start(
      `{"f":{"type":"File","value":"${content}","valueInfo":{"filename":"f"}},"b":{"type":"Bytes","value":"${content}"}}`,
    )
    const rowsOf = (list: ListQuery<never>, parameters: object) =>
      db.read({ workplaceId }, (tx) =>
        selectRows(tx, list as unknown as ListQuery<StoredColumns>, {
          ...noParameters(workplaceId),
          parameters: { ...parameters },
        }),
      )
    for (const list of [variableHistoryQuery, detailQuery] as unknown as ListQuery<never>[])
      expect((await rowsOf(list, { processInstanceId: id })).map(({ bytes }) => bytes)).toEqual([null, null])
    const live = await rowsOf(variableInstanceQuery as unknown as ListQuery<never>, { processInstanceIdIn: id })
    expect(live.map(({ type, bytes }) => [type, bytes?.length ?? null]).toSorted()).toEqual([
      ['Bytes', null],
      ['File', null],
    ])
  })

  it('that is long is read after the rows of lists, and is in their answers', async () => {
    const id = await start(JSON.stringify({ a: { value: 1 }, b: { value: 'x'.repeat(40_001) }, c: { value: 'short' } }))
    for (const name of ['d', 'e', 'f']) {
      const value = JSON.stringify({ value: name.repeat(9_000_000) })
      expect((await call('PUT', `/process-instance/${id}/variables/${name}`, value)).status).toBe(204)
    }
    const lists = {
      '/variable-instance?processInstanceIdIn=': variableInstanceQuery,
      '/history/variable-instance?processInstanceId=': variableHistoryQuery,
      '/history/detail?processInstanceId=': detailQuery,
    }
    for (const [path, query] of Object.entries(lists)) {
      const { text } = await call('GET', `${path}${id}&sortBy=variableName&sortOrder=asc`)
      const shown = (JSON.parse(text) as { name?: string; variableName?: string; value: unknown }[]).map(
        ({ name, variableName, value }) => [name ?? variableName, typeof value === 'string' ? value.length : value],
      )
      expect(shown, path).toEqual([
        ['a', 1],
        ['b', 40_001],
        ['c', 5],
        ...['d', 'e', 'f'].map((name) => [name, 9_000_000]),
      ])
      expect(text).not.toMatch(/"(leftOut|rootId)"/)
      const { large, ...list } = query as unknown as ListQuery<{ value: string | null; leftOut: number | null }>
      const [name = '', parameter = ''] = [path, path.slice(path.indexOf('?') + 1, -1)]
      const rows = await db.read({ workplaceId }, (tx) =>
        selectRows(
          tx,
          { ...list, columns: large?.columns ?? list.columns },
          { ...noParameters(workplaceId), parameters: { [parameter]: id } },
        ),
      )
      expect(rows.map(({ leftOut }) => leftOut).toSorted(), name).toEqual([
        40_001,
        9_000_000,
        9_000_000,
        9_000_000,
        null,
        null,
      ])
    }
  })

  it('that is long is in a list of history although the variable changes before it is read', async () => {
    const value = 'x'.repeat(50_000)
    const id = await start(JSON.stringify({ changed: { value }, removed: { value }, short: { value: 'x' } }))
    const scope = { ...noParameters(workplaceId), parameters: { processInstanceId: id } }
    const select = (query: ListQuery<VariableHistoryRow>) =>
      db.read({ workplaceId }, (tx) => selectRows(tx, query, scope))
    const { large, columns } = variableHistoryQuery
    const rows = await select({ ...variableHistoryQuery, columns: large?.columns ?? columns })
    const path = `/process-instance/${id}/variables`
    expect((await call('PUT', `${path}/changed`, '{"value":"y"}')).status).toBe(204)
    expect((await call('DELETE', `${path}/removed`)).status).toBe(204)
    const read: Record<string, unknown> = {}
    for await (const group of readLeftOut(variableHistoryQuery, rows, { room: 10_000_000, select }))
      for (const row of group) read[row.name] = row.value
    expect(read).toEqual({ changed: value, removed: value, short: 'x' })
  })

  it('that is long and cannot be read at first is refused with a status, and not cut off', async () => {
    const id = await start(JSON.stringify({ x: { value: 'x'.repeat(50_000) } }))
    const path = `/history/variable-instance?processInstanceId=${id}`
    const { read } = runtime.db
    // Only long values are read as pages are: the list itself is history.
    const busy = vi
      .spyOn(runtime.db, 'read')
      .mockImplementation((place, work) =>
        place.patience?.kind === 'reading' ? Promise.reject(refuse('server.busy', 'Busy.')) : read(place, work),
      )
    onTestFinished(() => busy.mockRestore())
    const { status, headers } = await call('GET', path)
    expect([status, headers['retry-after']]).toEqual([503, expect.any(String)])
    busy.mockRestore()
    expect((await call('GET', path)).status).toBe(200)
  })

  it('of type Object with more values than a body may have stays a text', async () => {
    const listOf = (count: number) => `[${'0,'.repeat(count - 1)}0]`
    const info = { objectTypeName: 'java.util.List', serializationDataFormat: 'application/json' }
    const id = await start(
      JSON.stringify({
        many: { type: 'Object', value: listOf(100_001), valueInfo: info },
        few: { type: 'Object', value: listOf(90_000), valueInfo: info },
        deep: { type: 'Object', value: `${'['.repeat(101)}${']'.repeat(101)}`, valueInfo: info },
      }),
    )
    const { many, few, deep } = JSON.parse((await call('GET', `/process-instance/${id}/variables`)).text)
    expect(many.value).toBe(listOf(100_001))
    expect(few.value).toHaveLength(90_000)
    expect(deep.value).toBe(`${'['.repeat(101)}${']'.repeat(101)}`)
  })

  it.each(['String', 'Json', 'Bytes'])(
    'of five megabytes comes back as it was sent, also from history: %s',
    async (type) => {
      const plain = 'Größe 漢字 😀 '.repeat(260_000)
      const value =
        type === 'Bytes' ? Buffer.from(plain).toString('base64') : type === 'Json' ? JSON.stringify([plain]) : plain
      expect(Buffer.byteLength(value)).toBeGreaterThan(5_000_000)
      const id = await start(JSON.stringify({ x: { type, value } }))
      expect((await read(id)).x?.value === value).toBe(true)
      await call('PUT', `/process-instance/${id}/variables/y`, '{"value":1}')
      expect((await read(id)).x?.value === value).toBe(true)
      if (type === 'Bytes') return
      const [last] = JSON.parse(await lastValue(id)) as { value: unknown }[]
      expect(last?.value === value).toBe(true)
    },
  )

  it('that is deep comes back as it was sent, however deep', async () => {
    for (const levels of [100, 2_000, 200_000]) {
      const value = `${'['.repeat(levels)}${']'.repeat(levels)}`
      const id = await start(JSON.stringify({ x: { type: 'Json', value } }))
      expect((await read(id)).x?.value === value).toBe(true)
      await end(id)
    }
  })

  it('without a type is what its JSON says', async () => {
    const id = await start(
      '{"a":{"value":1},"b":{"value":9007199254740993},"c":{"value":1.5},"d":{"value":"x"},"e":{"value":true},"f":{"value":null},"g":{}}',
    )
    const types = Object.fromEntries(Object.entries(await read(id)).map(([name, { type }]) => [name, type]))
    expect(types).toEqual({ a: 'Integer', b: 'Long', c: 'Double', d: 'String', e: 'Boolean', f: 'Null', g: 'Null' })
    expect(await variablesOf(id)).toContain('9007199254740993')
  })

  it('without a type keeps every digit of a number, wherever it stands in it', async () => {
    const id = await start(
      '{"x":{"value":{"n":9007199254740993,"list":[1e20,-9223372036854775809]}},"y":{"value":1e20}}',
    )
    const { x, y } = await read(id)
    expect(x).toMatchObject({
      type: 'Object',
      value: '{"n":9007199254740993,"list":[100000000000000000000,-9223372036854775809]}',
    })
    expect(y).toMatchObject({ type: 'Double', value: 1e20 })
    const plain = await call('GET', `/process-instance/${id}/variables/x`)
    expect(plain.text).toContain('"n":9007199254740993')
  })

  it.each([
    ['1180591620717411303424', 'fit a Long, but 1180591620717411303424 does not'],
    ['-9223372036854775809', 'fit a Long, but -9223372036854775809 does not'],
    ['1e999', 'but 1e999 would lose digits'],
    ['-1E+400', 'but -1E+400 would lose digits'],
    ['1e-999', 'but 1e-999 would lose digits'],
    ['{"deep":["\\"",{"in":1e999}]}', 'but 1e999 would lose digits'],
    ['9'.repeat(400), 'would lose digits'],
  ])('without a type that would lose something is refused: %s', async (value, message) => {
    const { status, text } = await call(
      'POST',
      '/process-definition/key/keeper/start',
      `{"variables":{"x":{"value":${value}}}}`,
    )
    expect([status, JSON.parse(text)]).toMatchObject([
      400,
      { type: 'InvalidRequestException', message: expect.stringContaining(message) },
    ])
    expect(JSON.parse(text).message).toContain('Expected')
  })

  it('that only looks like such a number is none', async () => {
    const text = '1e999 \\" 12345678901234567890 "'
    const id = await start(JSON.stringify({ x: { value: text }, '1e999"': { value: 0.12345678901234568 } }))
    expect((await read(id)).x?.value).toBe(text)
  })

  it.each([
    ['5', 'Expected valueInfo to be an object'],
    ['[]', 'Expected valueInfo to be an object'],
    ['{"filename":{}}', 'Expected filename of valueInfo to be a text'],
    ['{"filename":"a","mimeType":7}', 'Expected mimeType of valueInfo to be a text'],
  ])('with valueInfo that is none is refused: %s', async (info, message) => {
    const { status, text } = await call(
      'POST',
      '/process-definition/key/keeper/start',
      `{"variables":{"x":{"type":"File","value":"AAE=","valueInfo":${info}}}}`,
    )
    expect([status, JSON.parse(text).message]).toEqual([400, expect.stringContaining(message)])
  })
})

describe('variables', () => {
  it('can be a thousand at once, be changed together, and all come back', async () => {
    const many = Object.fromEntries(
      Array.from({ length: 1000 }, (_, index) => [`v${index}`, { type: 'Long', value: index }]),
    )
    const id = await start(JSON.stringify(many))
    expect(Object.keys(await read(id))).toHaveLength(1000)
    const modifications = Object.fromEntries(
      Object.keys(many).map((name) => [name, { type: 'String', value: `new ${name}` }]),
    )
    expect((await call('POST', `/process-instance/${id}/variables`, JSON.stringify({ modifications }))).status).toBe(
      204,
    )
    const now = await read(id)
    expect(Object.keys(now)).toHaveLength(1000)
    expect(now.v999).toMatchObject({ type: 'String', value: 'new v999' })
    await end(id)
    const history = await call('GET', `/history/variable-instance/count?processInstanceId=${id}`)
    expect(history.text).toBe('{"count":1000}')
  })

  const names = [
    'Größe',
    '漢字',
    'שלום עולם',
    '😀👩‍👩‍👧',
    'a.b[0]',
    'it\'s "quoted"',
    'with space',
    'a/b\\c?d#e%f&g=h;i',
    '__proto__',
    'constructor',
    'toString',
    '${x}',
    '\u202eright to left',
    'é',
    'e\u0301',
    '1',
    '-',
    'x'.repeat(255),
    '漢'.repeat(255),
  ]

  it.each(names)('can be named in any way: %s', async (name) => {
    const id = await start(JSON.stringify(Object.fromEntries([[name, { value: 'first' }]])))
    expect(Object.entries(await read(id)).map(([key, { value }]) => [key, value])).toEqual([[name, 'first']])
    const url = `/process-instance/${id}/variables/${encodeURIComponent(name)}`
    expect((await call('PUT', url, '{"value":"second"}')).status).toBe(204)
    expect(JSON.parse((await call('GET', url)).text)).toMatchObject({ value: 'second' })
    const found = await call(
      'GET',
      `/variable-instance?processInstanceIdIn=${id}&variableName=${encodeURIComponent(name)}`,
    )
    expect((JSON.parse(found.text) as { name: string }[]).map((one) => one.name)).toEqual([name])
  })

  it.each(['', 'x'.repeat(256), 'a\0b', 'half \ud83d'])('cannot be named like this: %j', async (name) => {
    const { status, text } = await call(
      'POST',
      '/process-definition/key/keeper/start',
      `{"variables":{${JSON.stringify(name)}:{"value":1}}}`,
    )
    expect([status, (JSON.parse(text) as { message: string }).message]).toEqual([
      400,
      expect.stringContaining('Expected'),
    ])
  })

  it('are all there or none of them: one that is refused takes the others with it', async () => {
    const id = await start('{}')
    const modifications = '{"modifications":{"good":{"value":1},"bad":{"type":"Integer","value":"x"}}}'
    expect((await call('POST', `/process-instance/${id}/variables`, modifications)).status).toBe(400)
    expect(await read(id)).toEqual({})
  })
})

describe('two workers who complete one task at once', () => {
  it('learn who was first', async () => {
    for (let round = 0; round < 5; round++) {
      const id = await start('{}')
      const [task] = JSON.parse((await call('GET', `/task?processInstanceId=${id}`)).text) as { id: string }[]
      const answers = await Promise.all(
        Array.from({ length: 4 }, (_, index) =>
          call('POST', `/task/${task?.id}/complete`, `{"variables":{"by":{"value":${index}}}}`),
        ),
      )
      expect(answers.map(({ status }) => status).sort()).toEqual([204, 404, 404, 404])
      const late = answers.find(({ status }) => status !== 204)
      expect(JSON.parse(late?.text ?? '')).toMatchObject({
        type: 'RestException',
        message: expect.stringContaining('task'),
      })
      const winner = answers.findIndex(({ status }) => status === 204)
      const history = await call('GET', `/history/variable-instance?processInstanceId=${id}&variableName=by`)
      expect(JSON.parse(history.text)).toMatchObject([{ value: winner }])
    }
  })
})
