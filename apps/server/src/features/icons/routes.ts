import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { type Call, iconCalls, iconValue } from '@millrace/contract'
import type { FastifyInstance } from 'fastify'
import { refuse } from '../../platform/errors/refusal.ts'
import { type Handling, route, WrittenAnswer } from '../../platform/http/route.ts'
import { once } from '../../platform/once.ts'
import { loadIconSet } from './icon-set.ts'
import { indexIcons } from './index-icons.ts'

/**
 * Registers the calls on icon sets, which are the same for every workplace. Each answer is created and compressed once,
 * at its first request.
 */
export function registerIcons(app: FastifyInstance): void {
  const docs = once(() => loadIconSet('tabler'))
  const officeDocs = once(() => loadIconSet('bi'))
  const sets = { tabler: docs, bi: officeDocs }

  const sendDocs = createStableAnswer(docs)
  const sendIndex = createStableAnswer(async () => indexIcons(await docs()))
  const sendOfficeDocs = createStableAnswer(officeDocs)
  const sendOfficeIndex = createStableAnswer(async () => indexIcons(await officeDocs()))
  route(app, iconCalls.docs, sendDocs)
  route(app, iconCalls.index, sendIndex)
  route(app, iconCalls.officeDocs, sendOfficeDocs)
  route(app, iconCalls.officeIndex, sendOfficeIndex)

  route(app, iconCalls.some, async ({ query, reply }) => {
    const values = [...new Set(query.values.split(','))]
    if (values.length > maxValues)
      return refuse('request.invalid', `Expected at most ${maxValues} icons, but there are ${values.length}.`)
    const icons: Record<string, { size: number; body: string }> = {}
    for (const value of values) {
      const [, name = '', set = ''] = iconValue.exec(value) ?? []
      if (!Object.hasOwn(sets, set)) continue
      const { icons: bodies, size } = await sets[set as keyof typeof sets]()
      if (Object.hasOwn(bodies, name)) icons[value] = { size, body: bodies[name] ?? '' }
    }
    reply.header('cache-control', 'private, max-age=86400')
    return { icons }
  })
}

const maxValues = 200

interface Encodings {
  readonly etag: string
  readonly br: Buffer
  readonly gzip: Buffer
  readonly identity: Buffer
}

/** Answers a large value that never changes while the server runs, or 304 to whoever has it already. */
function createStableAnswer<T>(make: () => Promise<T>) {
  const prepare = once(async () => encode(await make()))
  return async ({ http, reply }: Pick<Handling<Call>, 'http' | 'reply'>): Promise<WrittenAnswer> => {
    const encodings = await prepare()
    reply
      .header('etag', encodings.etag)
      .header('vary', 'accept-encoding')
      .header('cache-control', 'private, max-age=3600')
    if (http.headers['if-none-match']?.includes(encodings.etag) === true) {
      reply.code(304)
      return new WrittenAnswer(null)
    }
    const encoding = chooseEncoding(http.headers['accept-encoding'])
    if (encoding !== 'identity') reply.header('content-encoding', encoding)
    return new WrittenAnswer(encodings[encoding])
  }
}

async function encode(value: unknown): Promise<Encodings> {
  const identity = Buffer.from(JSON.stringify(value))
  const [br, zipped] = await Promise.all([
    promisify(brotliCompress)(identity, { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } }),
    promisify(gzip)(identity),
  ])
  return {
    etag: `"${createHash('sha256').update(identity).digest('base64url').slice(0, 22)}"`,
    br,
    gzip: zipped,
    identity,
  }
}

function chooseEncoding(accepted: string | string[] | undefined): 'br' | 'gzip' | 'identity' {
  const names = String(accepted ?? '')
    .split(',')
    .filter((entry) => !/;\s*q=0(\.0*)?\s*$/.test(entry))
    .map((entry) => entry.split(';')[0]?.trim())
  return names.includes('br') ? 'br' : names.includes('gzip') ? 'gzip' : 'identity'
}
