import { externalImportCalls as calls, externalSystemCalls } from '@millrace/contract'
import { createTestApp } from '@millrace/server/testing'
import { beforeEach, describe, expect, it } from 'vitest'
import { previewImport } from '../../operations/external-imports/import-adapters.ts'
import { readImport } from '../../runtime/interfaces/read-import.ts'

const { signIn, signInAs } = await createTestApp()
const first = await signIn({ roles: ['RoleIntegration'] })
let keeper = first
const params = { id: (await keeper.call(externalSystemCalls.create, { body: { name: 'Shop' } })).body.id }
async function createApi(name: string, settings: object) {
  const made = await keeper.call(externalSystemCalls.createConnection, {
    params,
    body: { name, settings: settings as never },
  })
  const body = { name, connectionId: made.body.id }
  return (await keeper.call(externalSystemCalls.createApi, { params, body })).body.id
}
const apiId = await createApi('REST', { kind: 'rest', baseUrl: 'https://shop.example.org' })
const otherId = await createApi('Other', { kind: 'rest', baseUrl: 'https://shop.example.org' })
const databaseId = await createApi('Database', {
  ...{ kind: 'database', host: 'db.example.org', database: 'shop', username: 'reader' },
})

const order = {
  type: 'object',
  properties: {
    number: { type: 'integer' },
    address: { type: 'object', properties: { city: { type: 'string' } } },
    lines: { type: 'array', items: { $ref: '#/components/schemas/Line' } },
  },
}
const upload = {
  type: 'object',
  properties: { title: { type: 'string' }, tags: { type: 'array' }, document: { type: 'string', format: 'binary' } },
}
const openapi = {
  openapi: '3.0.3',
  info: { title: 'Shop' },
  paths: {
    '/orders/{order-id}': {
      parameters: [{ name: 'order-id', in: 'path', schema: { type: 'string' } }],
      get: {
        operationId: 'getOrder',
        summary: 'Read an order',
        parameters: [
          { name: 'expand', in: 'query', schema: { type: 'boolean' } },
          { $ref: '#/components/parameters/Trace' },
        ],
        responses: { 200: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Lines' } } } } },
      },
      put: {
        operationId: 'putOrder',
        requestBody: {
          content: { 'application/json': { schema: { allOf: [{ $ref: '#/components/schemas/Order' }] } } },
        },
      },
    },
    '/files': { post: { summary: 'Upload', requestBody: { content: { 'multipart/form-data': { schema: upload } } } } },
  },
  components: {
    parameters: { Trace: { name: 'X-Trace', in: 'header', schema: { type: 'string' } } },
    schemas: {
      Order: order,
      Line: { type: 'object', properties: { item: { type: 'string' }, parent: { $ref: '#/components/schemas/Line' } } },
      Lines: { type: 'object', properties: { data: { type: 'array', items: { $ref: '#/components/schemas/Line' } } } },
    },
  },
}
const preview = async (text: unknown, id = apiId) =>
  (
    await keeper.call(calls.preview, {
      params: { id },
      body: { text: typeof text === 'string' ? text : JSON.stringify(text) },
    })
  ).body
const run = (text: unknown, refs: string[], id = apiId) =>
  keeper.call(calls.run, { params: { id }, body: { text: JSON.stringify(text), refs } })
const requestsOf = (given: unknown) => {
  const read = readImport(given)
  if (!read.ok) throw new Error(read.fault)
  return read.requests
}

it('a small description that refers to a large object many times is refused', () => {
  const large = Object.fromEntries(Array.from({ length: 5_000 }, (_, at) => [`m${at}`, {}]))
  const schema = { allOf: Array.from({ length: 400 }, () => ({ $ref: '#/components/schemas/Large' })) }
  const read = readImport({
    openapi: '3.0.3',
    paths: { '/x': { get: { responses: { 200: { content: { 'application/json': { schema } } } } } } },
    components: { schemas: { Large: { properties: large } } },
  })
  expect(read).toMatchObject({ ok: false, fault: expect.stringContaining('Expected a smaller description') })
})

it('a small description in YAML that repeats a part many times is refused', async () => {
  const folders = Array.from(
    { length: 20 },
    (_, at) => `a${at + 1}: &a${at + 1} [${Array(20).fill(`{item: *a${at}}`).join(', ')}]`,
  )
  const operations = `&x {${Array.from({ length: 20_000 }, (_, at) => `m${at}: 1`).join(', ')}}`
  const paths = Array.from({ length: 2_000 }, (_, at) => `/p${at}: *x`)
  for (const text of [
    `info: {name: x}\na0: &a0 [{item: []}]\n${folders.join('\n')}\nitem: *a20`,
    `openapi: 3.0.0\nx: ${operations}\npaths: {${paths.join(', ')}}`,
  ])
    expect(await preview(text)).toMatchObject({ message: expect.stringContaining('Expected a smaller description') })
})

beforeEach(async () => {
  keeper = await signInAs(first.user)
})

describe('OpenAPI 3', () => {
  it('becomes adapters with places for values, rows and columns', () => {
    const [get, put, upload] = requestsOf(openapi)
    expect(get).toMatchObject({
      ...{ ref: 'GET /orders/{order-id}', key: 'getOrder', name: 'Read an order', notes: [] },
      settings: {
        ...{ method: 'GET', path: '/orders/{orderId}', rows: 'data', body: '' },
        query: [{ name: 'expand', value: '{expand}' }],
        headers: [{ name: 'X-Trace', value: '{XTrace}' }],
        columns: [
          { key: 'item', path: 'item' },
          { key: 'parent', path: 'parent' },
        ],
        types: [{ name: 'expand', type: 'boolean' }],
      },
    })
    expect(JSON.parse(put?.settings.body ?? '')).toEqual({
      number: '{number}',
      address: { city: '{addressCity}' },
      lines: '{lines}',
    })
    expect(put?.settings.types).toEqual([
      { name: 'number', type: 'integer' },
      { name: 'lines', type: 'list' },
    ])
    expect(upload).toMatchObject({
      ...{ key: 'postFiles', notes: [] },
      settings: {
        bodyKind: 'multipart',
        fields: [
          { name: 'title', value: '{title}', fileName: '' },
          { name: 'tags', value: '{tags}', fileName: '' },
          { name: 'document', value: '{document}', fileName: '{documentFileName}' },
        ],
        types: [{ name: 'tags', type: 'list' }],
      },
    })
    const bodyOf = (content: object) => {
      const [request] = requestsOf({ openapi: '3.0.0', paths: { '/x': { post: { requestBody: { content } } } } })
      return [request?.settings.bodyKind, request?.settings.body, request?.notes.length]
    }
    expect(bodyOf({ 'application/pdf': {} })).toEqual(['file', '{file}', 0])
    expect(bodyOf({ 'application/x-www-form-urlencoded; charset=utf-8': { schema: upload } })).toEqual(['form', '', 0])
    expect(bodyOf({ 'application/xml': {} })).toEqual(['json', '', 1])
  })

  it('is read as YAML too: aliases copy nothing, and what is no data is refused', async () => {
    const yaml = `openapi: 3.0.0 # ours
info: { title: Orders }
x-get: &get
  summary: Read
  responses: {}
paths:
  /orders: { get: *get }
  /bills:
    get: *get
`
    expect(await preview(yaml)).toMatchObject({
      title: 'Orders',
      requests: [{ ref: 'GET /orders' }, { ref: 'GET /bills' }],
    })
    const laughs = [
      'a: &a [x, x]',
      ...'bcdefghi'.split('').map((name, at) => `${name}: &${name} [${`*${'abcdefgh'[at]}, `.repeat(9)}]`),
    ]
    expect(await preview(`openapi: 3.0.0\npaths: {}\n${laughs.join('\n')}`)).toMatchObject({ requests: [] })
    for (const text of ['a: !!js/function x', 'a: {b', `a: ${'['.repeat(50_000)}`, 'a: *nothing', '--- 1\n--- 2'])
      expect([text.slice(0, 20), await preview(text)]).toMatchObject([
        text.slice(0, 20),
        { code: 'external.invalid', message: expect.stringContaining('Expected JSON or YAML') },
      ])
  })

  it('is read without following references elsewhere, in circles or without end', () => {
    const ref = (to: string) => ({ requestBody: { content: { 'application/json': { schema: { $ref: to } } } } })
    const schemas = {
      Self: { $ref: '#/components/schemas/Self' },
      Deep: { type: 'object', properties: { deep: { $ref: '#/components/schemas/Deep' } } },
      Wide: {
        type: 'object',
        properties: Object.fromEntries(
          Array.from({ length: 60 }, (_, at) => [`w${at}`, { $ref: '#/components/schemas/Wide' }]),
        ),
      },
    }
    const of = (to: string) => ({
      openapi: '3.1.0',
      info: {},
      paths: { '/a': { post: ref(to) } },
      components: { schemas },
    })
    for (const to of ['https://evil.example.org/x', 'file:///etc/passwd', '#/components/schemas/Self', '#/__proto__'])
      expect(requestsOf(of(to))[0]?.settings.body).toBe('"{body}"')
    expect(requestsOf(of('#/components/schemas/Deep'))[0]?.settings.body).toContain('{')
    expect(requestsOf(of('#/components/schemas/Wide'))[0]).toMatchObject({
      settings: { body: '' },
      notes: ['The body has too many values, and is left out.'],
    })
  })
})

it('a Postman collection becomes adapters, with its variables as parameters', () => {
  const request = (more: object) => ({ method: 'GET', url: { raw: '', path: ['orders', ':id', '{{part}}'] }, ...more })
  const formdata = [
    { key: 'title', value: 'Bill {{number}}', type: 'text' },
    { key: 'apiKey', value: 'k3y-0f-4-s3rv1c3-4bcdefgh1jkl', type: 'text' },
    { key: 'document', type: 'file', src: '/home/ann/bill.pdf' },
  ]
  const [read, send, form] = requestsOf({
    info: { name: 'Shop', schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json' },
    item: [
      {
        name: 'Folder',
        item: [
          {
            name: 'Read order',
            request: request({
              header: [
                { key: 'Authorization', value: 'Bearer {{token}}' },
                { key: 'X-Shop', value: '{{shop}}' },
              ],
            }),
          },
        ],
      },
      {
        name: 'Read order',
        request: request({
          ...{
            method: 'POST',
            url: {
              path: ['orders'],
              query: [
                { key: 'dry', value: 'true' },
                { key: 'x', disabled: true },
              ],
            },
          },
          body: { mode: 'raw', raw: '{"number": {{number}}, "name": "{{name}}"}' },
        }),
      },
      { name: 'Form', request: { method: 'POST', url: { path: ['form'] }, body: { mode: 'formdata', formdata } } },
    ],
  })
  expect(read).toMatchObject({
    ...{ ref: '1.1', key: 'ReadOrder', name: 'Read order' },
    settings: { path: '/orders/{id}/{part}', headers: [{ name: 'X-Shop', value: '{shop}' }] },
  })
  expect(send).toMatchObject({
    ...{ ref: '2', key: 'ReadOrder2', name: 'Read order 2' },
    settings: { method: 'POST', path: '/orders', query: [{ name: 'dry', value: 'true' }] },
  })
  expect(JSON.parse(send?.settings.body ?? '')).toEqual({ number: '{number}', name: '{name}' })
  expect(send?.settings.types).toEqual([{ name: 'number', type: 'any' }])
  expect(form?.settings).toMatchObject({
    bodyKind: 'multipart',
    fields: [
      { name: 'title', value: 'Bill {number}' },
      { name: 'apiKey', value: '{bodyApiKey}' },
      { name: 'document', value: '{document}', fileName: '{documentFileName}' },
    ],
  })
  expect(form?.notes).toEqual([expect.stringContaining('“apiKey” in the body may be a secret')])
})

it('chosen requests are imported, and the difference is shown first', async () => {
  const seen = await preview(openapi)
  expect(seen.requests.map(({ key, state }) => [key, state])).toEqual([
    ['getOrder', 'new'],
    ['putOrder', 'new'],
    ['postFiles', 'new'],
  ])
  const refs = seen.requests.slice(0, 2).map(({ ref }) => ref)
  expect((await run(openapi, refs)).body).toEqual({ created: 2, changed: 0 })
  const { adapters } = (await keeper.call(externalSystemCalls.getApi, { params: { id: apiId } })).body
  expect(adapters.map(({ key }) => key)).toEqual(['putOrder', 'getOrder'])
  const changed = structuredClone(openapi)
  changed.paths['/orders/{order-id}'].get.parameters.shift()
  const after = await preview(changed)
  expect(after.requests.map(({ state }) => state)).toEqual(['changed', 'same', 'new'])
  expect(after.requests[0]?.changes).toEqual([
    { field: 'query', before: '[{"name":"expand","value":"{expand}"}]', after: '[]' },
    { field: 'types', before: '[{"name":"expand","type":"boolean"}]', after: '[]' },
  ])
  expect((await run(changed, refs)).body).toEqual({ created: 0, changed: 1 })
  expect((await preview(changed, otherId)).requests[0]?.state).toBe('taken')
  expect((await run(changed, refs, otherId)).body).toMatchObject({ code: 'thing.key-taken' })
})

it('a request that no adapter can be like is named and left out', async () => {
  const many = Array.from({ length: 40 }, (_, at) => ({ name: `p${at}`, in: 'query' }))
  const large = { openapi: '3.0.0', info: {}, paths: { '/many': { get: { operationId: 'many', parameters: many } } } }
  expect(await preview(large)).toMatchObject({ requests: [{ key: 'many', state: 'unfit' }] })
  expect((await run(large, ['GET /many'])).body).toMatchObject({ code: 'external.invalid' })
})

it('a description is parsed before a database connection is used', async () => {
  const db = { read: () => Promise.reject(new Error('Expected no connection.')) }
  const request = { user: { ...first.user, roles: ['RoleIntegration'], token: null } }
  const read = previewImport({ db } as never, request as never, { apiId, text: '[]' })
  expect(await read).toMatchObject({ code: 'external.invalid' })
})

it('what is none is refused with a reason', async () => {
  for (const [text, reason] of [
    ['openapi: [3.0.0', 'Expected JSON or YAML'],
    ['[]', 'it is none of these'],
    ['{"swagger":"2.0"}', 'this is Swagger 2'],
    ['<html>', 'Expected well-formed XML'],
    ['{"openapi":"3.0.0","paths":[1,{"get":3}]}', null],
  ] as const) {
    const answer = await preview(text)
    if (reason === null) expect(answer).toMatchObject({ requests: [] })
    else expect(answer).toMatchObject({ code: 'external.invalid', message: expect.stringContaining(reason) })
  }
  expect(await preview(openapi, databaseId)).toMatchObject({ code: 'external.invalid' })
  expect((await run(openapi, ['GET /none'])).body).toMatchObject({ code: 'external.invalid' })
  const stranger = await signIn({ roles: ['RoleDesign'] })
  expect((await stranger.call(calls.preview, { params: { id: apiId }, body: { text: '{}' } })).status).toBe(403)
})
