import { describe, expect, it } from 'vitest'
import { readNextLink, readPages } from './read-pages.ts'

const base = { kind: 'page', parameter: 'page', cursorPath: '', sizeParameter: '', size: 2, first: 1 } as const
const all = ['a', 'b', 'c', 'd', 'e']
const request = { method: 'GET', url: 'https://shop.example.org/v1/items?open=true', headers: {}, body: null } as const

/** A service with five items. */
function open(answerOf: (url: URL) => { body: unknown; link?: string | undefined; statusCode?: number }) {
  const asked: string[] = []
  const send = async ({ url }: { readonly url: string }) => {
    asked.push(url.slice('https://shop.example.org'.length))
    const { body, link, statusCode = 200 } = answerOf(new URL(url))
    const headers: Record<string, string> = link === undefined ? {} : { link }
    return { statusCode, headers, body: JSON.stringify(body), reason: null, protocol: 'HTTP/1.1' }
  }
  return { asked, send }
}
const read = async (paging: object, service: ReturnType<typeof open>, more: object = {}) => {
  const reading = { paging: { ...base, ...paging }, rows: '', rowLimit: 100, request, send: service.send, ...more }
  const { answer, isList } = await readPages(reading)
  return { list: JSON.parse(answer.body), isList, status: answer.statusCode }
}

describe('pages', () => {
  it('are requested by their number, until one is empty', async () => {
    const service = open((url) => {
      const page = Number(url.searchParams.get('page'))
      return { body: all.slice((page - 1) * 2, page * 2) }
    })
    expect(await read({ sizeParameter: 'limit' }, service)).toEqual({ list: all, isList: true, status: 200 })
    expect(service.asked).toEqual([1, 2, 3, 4].map((page) => `/v1/items?open=true&limit=2&page=${page}`))
  })

  it('are requested by offset, and no further than the rows that are needed', async () => {
    const service = open((url) => {
      const from = Number(url.searchParams.get('skip'))
      return { body: { data: { items: all.slice(from, from + 2) } } }
    })
    expect((await read({ kind: 'offset', parameter: 'skip' }, service, { rows: 'data.items' })).list).toEqual(all)
    service.asked.length = 0
    const few = await read({ kind: 'offset', parameter: 'skip' }, service, { rows: 'data.items', rowLimit: 3 })
    expect(few.list).toEqual(['a', 'b', 'c', 'd'])
    expect(service.asked).toHaveLength(2)
  })

  it('are all read where the service returns fewer rows than requested', async () => {
    const paged = open((url) => {
      const page = Number(url.searchParams.get('page'))
      return { body: all.slice((page - 1) * 2, page * 2) }
    })
    expect((await read({ size: 100 }, paged)).list).toEqual(all)
    const shifted = open((url) => {
      const from = Number(url.searchParams.get('skip'))
      return { body: all.slice(from, from + (from === 0 ? 1 : 2)) }
    })
    expect((await read({ kind: 'offset', parameter: 'skip', size: 100 }, shifted)).list).toEqual(all)
  })

  it('end after a short page where the service has no empty ones', async () => {
    const endings = [
      { body: { detail: 'Invalid page.' }, statusCode: 404 },
      { body: '', statusCode: 204 },
      { body: { items: null } },
      { body: { items: all } },
    ]
    for (const ending of endings) {
      const service = open((url) => (url.searchParams.get('page') === '1' ? { body: { items: all } } : ending))
      const reading = await read({ size: 100 }, service, { rows: 'items' })
      expect(reading).toEqual({ list: all, isList: true, status: 200 })
      expect(service.asked).toHaveLength(2)
    }
    const broken = open((url) =>
      url.searchParams.get('page') === '1' ? { body: all } : { body: 'no', statusCode: 503 },
    )
    expect(await read({ size: 100 }, broken)).toMatchObject({ isList: false, status: 503 })
  })

  it('are requested by cursor, until there is none', async () => {
    const service = open((url) => {
      const from = Number(url.searchParams.get('after') ?? 0)
      return { body: { items: all.slice(from, from + 2), meta: { next: from + 2 < 5 ? from + 2 : null } } }
    })
    const paging = { kind: 'cursor', parameter: 'after', cursorPath: 'meta.next' }
    expect((await read(paging, service, { rows: 'items' })).list).toEqual(all)
    expect(service.asked).toHaveLength(3)
  })

  it('are requested by the Link header, on the same host alone', async () => {
    const linked = (next: string) =>
      open((url) => {
        const from = Number(url.searchParams.get('from') ?? 0)
        return {
          body: all.slice(from, from + 2),
          link: from + 2 < 5 ? `<${next}${from + 2}>; rel="next", </last>; rel="last"` : undefined,
        }
      })
    expect((await read({ kind: 'link' }, linked('/v1/items?from='))).list).toEqual(all)
    for (const next of ['https://evil.example.org/?from=', 'http://shop.example.org/?from=', 'http://[::1]/?from='])
      await expect(read({ kind: 'link' }, linked(next))).rejects.toThrow('Expected the next page on the same host')
  })

  it('end with a failure where they never end', async () => {
    const same = open(() => ({ body: ['a', 'b'], link: '</v1/items?open=true>; rel=next' }))
    await expect(read({ kind: 'link' }, same)).rejects.toThrow('leads to the same page again')
    await expect(
      read(
        {},
        open(() => ({ body: ['a', 'b'] })),
        { rowLimit: 1_000 },
      ),
    ).rejects.toThrow('at most 100 pages')
    const large = open(() => ({ body: ['x'.repeat(2_000_000), 'b'] }))
    await expect(read({}, large)).rejects.toThrow('Expected pages of at most')
  })

  it('are no list where the service refuses, or answers something else', async () => {
    expect(
      await read(
        {},
        open(() => ({ body: { error: 'no' }, statusCode: 503 })),
      ),
    ).toMatchObject({
      isList: false,
      status: 503,
    })
    expect(
      await read(
        {},
        open(() => ({ body: { items: [] } })),
      ),
    ).toMatchObject({ isList: false })
    const later = open((url) => (url.searchParams.get('page') === '1' ? { body: ['a', 'b'] } : { body: {} }))
    await expect(read({}, later)).rejects.toThrow('Expected a list of rows in page 2')
  })
})

it('a Link header is read with any content', () => {
  expect(readNextLink('<a>; rel=prev, <b?x=1,2>; title="t"; rel="last next"')).toBe('b?x=1,2')
  expect(readNextLink('<a>; REL="NEXT"')).toBe('a')
  for (const header of ['', 'nothing', '<a', '<a>; rel="nextpage"', '<a>; rel']) expect(readNextLink(header)).toBeNull()
})
