import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { type IconDocs, iconCalls, iconValue } from '@millrace/contract'
import { createTestApp } from '@millrace/server/testing'
import { describe, expect, it } from 'vitest'
import { indexIcons } from './index-icons.ts'

const { app, anonymous, signIn } = await createTestApp()
const client = await signIn()

describe('icon sets', () => {
  it.each([
    [iconCalls.docs, iconCalls.index, 'tabler', 5000],
    [iconCalls.officeDocs, iconCalls.officeIndex, 'bi', 2000],
  ])('%o are for those who are signed in, with an index of every icon', async (docsCall, indexCall, set, least) => {
    expect((await anonymous().call(docsCall)).error.code).toBe('session.missing')
    const { body: docs } = await client.call(docsCall)
    const { body: index } = await client.call(indexCall)
    expect([docs.set, index.set, docs.licence]).toEqual([set, set, 'MIT'])
    expect(index.names).toEqual(Object.keys(docs.icons).sort())
    expect(index.names.length).toBeGreaterThan(least)
    for (const place of index.words.calendar ?? []) expect(index.names[place]).toContain('calendar')
    expect(index.words.calendar?.length).toBeGreaterThan(5)
  })

  it('hold nothing but shapes, under names that are values', async () => {
    for (const call of [iconCalls.docs, iconCalls.officeDocs]) {
      const { body } = await client.call(call)
      const icons = Object.entries(body.icons)
      expect(icons.filter(([, icon]) => /script|on[a-z]+=|href|url\(|style|foreignObject|&/i.test(icon))).toEqual([])
      expect(icons.filter(([name]) => !iconValue.test(`${name}:${body.set}`))).toEqual([])
    }
  })

  it.each([iconCalls.index, iconCalls.docs])(
    'are sent compressed where the browser takes it, and not again where it has them: $path',
    async (call) => {
      const plain = await client.call<typeof iconCalls.index | typeof iconCalls.docs>(call)
      const cookies = Object.fromEntries(client.cookies)
      const fetchEncoded = (headers: Record<string, string>) =>
        app.inject({ method: 'GET', url: `/api${call.path}`, headers, cookies })
      for (const [accepted, encoding, decode] of [
        ['gzip, deflate, br', 'br', brotliDecompressSync],
        ['gzip', 'gzip', gunzipSync],
        ['br;q=0, gzip', 'gzip', gunzipSync],
      ] as const) {
        const response = await fetchEncoded({ 'accept-encoding': accepted })
        expect(response.headers['content-encoding']).toBe(encoding)
        expect(JSON.parse(decode(response.rawPayload).toString())).toEqual(plain.body)
      }
      const { statusCode, body, headers } = await fetchEncoded({ 'if-none-match': String(plain.headers.etag) })
      expect([statusCode, body, headers.etag]).toEqual([304, '', plain.headers.etag])
      expect((await fetchEncoded({ 'if-none-match': '"other"' })).statusCode).toBe(200)
    },
  )

  it('differ in their marks', async () => {
    const tags = await Promise.all(
      [iconCalls.docs, iconCalls.index, iconCalls.officeDocs, iconCalls.officeIndex].map(
        async (call) => (await client.call(call)).headers.etag,
      ),
    )
    expect(new Set(tags).size).toBe(4)
  })
})

describe('some icons', () => {
  it('are those that exist', async () => {
    const values = 'home:tabler,home:tabler,house:bi,nowhere:tabler,home:other,constructor:tabler,../x:tabler,,x'
    const { body } = await client.call(iconCalls.some, { query: { values } })
    expect(Object.keys(body.icons).sort()).toEqual(['home:tabler', 'house:bi'])
    expect(body.icons['home:tabler']).toEqual({ size: 24, body: expect.stringMatching(/^<g fill="none"/) })
  })

  it('are no more than a page shows', async () => {
    const values = Array.from({ length: 201 }, (_, place) => `i${place}:bi`).join(',')
    expect((await client.call(iconCalls.some, { query: { values } })).error.code).toBe('request.invalid')
  })
})

it('an index knows words that objects have themselves', () => {
  const docs: IconDocs = { set: 's', title: 'S', licence: 'MIT', size: 24, icons: { 'constructor-b': '', 'a-b-b': '' } }
  expect(indexIcons(docs)).toEqual({
    set: 's',
    names: ['a-b-b', 'constructor-b'],
    words: { a: [0], b: [0, 1], constructor: [1] },
  })
})
