import { parseArgs } from 'node:util'
import { startFreshServer } from './fresh-server.ts'
import type { Description } from './fuzz/description.ts'
import { presentComplaints, runFuzz, type Send } from './fuzz/run-fuzz.ts'
import { endsCallers, prepareServer } from './fuzz/server-under-test.ts'

/**
 * `npm run fuzz`: sends what their descriptions say, and what they do not, to `/api` and `/engine-rest` of a server of its
 * own, in the name of several users, and compares each answer with its description.
 *
 *   npm run fuzz -- [--seed NUMBER] [--calls NUMBER] [--surface api|engine-rest]
 *
 * The same seed sends the same, as far as the answers are the same. Exit status 1 when something is not as described.
 */
const { values } = parseArgs({
  options: {
    seed: { type: 'string' },
    calls: { type: 'string', default: '20000' },
    surface: { type: 'string', default: 'both' },
  },
})
const seed = Number(values.seed ?? Math.floor(Math.random() * 2 ** 31))
const calls = Number(values.calls)
const surfaces = [
  { name: 'api', document: '/api/openapi.json', base: '' },
  { name: 'engine-rest', document: '/engine-rest/openapi.json', base: '/engine-rest' },
].filter(({ name }) => values.surface === 'both' || values.surface === name)

/** The demo users of the samples: one for each role. */
const demo = ['rosa', 'fiona', 'petra', 'dario', 'ines', 'ulla', 'adam'].map((username) => ({
  username,
  password: 'millrace-demo',
}))

const server = await startFreshServer({ environment: { MILLRACE_SAMPLES: 'on', LOG_LEVEL: 'error' } })
const send: Send = async ({ method, url, headers, body }) => {
  const response = await fetch(server.url + url, {
    method,
    headers,
    body: body === null ? null : typeof body === 'string' ? body : Buffer.from(body),
    redirect: 'manual',
    signal: AbortSignal.timeout(60_000),
  })
  const type = response.headers.get('content-type') ?? ''
  return {
    status: response.status,
    type,
    body: type.startsWith('text/event-stream')
      ? await readBeginning(response)
      : Buffer.from(await response.arrayBuffer()),
    cookies: response.headers.getSetCookie(),
  }
}

/** Reads the beginning of an answer that never ends. */
async function readBeginning({ body }: Response): Promise<Buffer> {
  const reader = body?.getReader()
  const first = await reader?.read()
  await reader?.cancel()
  return Buffer.from(first?.value ?? [])
}

let isFine = true
try {
  const prepared = prepareServer(send, [{ username: 'admin', password: server.password }, ...demo])
  for (const { name, document, base } of surfaces) {
    const description = withBase(JSON.parse((await get(document)).toString()), base)
    console.log(`${name}: ${calls} calls with seed ${seed}`)
    const { complaints, statuses, away, slowest } = await runFuzz({
      seed,
      calls,
      description,
      send,
      listCallers: prepared.listCallers,
      refill: prepared.refill,
      isLeftAlone: (value) => prepared.names.includes(value),
      isLeftOut: endsCallers,
      onProgress: (done) => console.log(`  ${done}`),
    })
    const counted = [...statuses].toSorted(([one], [other]) => one - other)
    console.log(`  answered ${counted.map(([status, count]) => `${count} × ${status}`).join(', ')}`)
    console.log(
      `  slowest ${Math.round(slowest.ms)} ms: ${slowest.request?.method} ${slowest.request?.url.slice(0, 200)}`,
    )
    for (const one of away) console.log(`  away: ${one}`)
    console.log(presentComplaints(complaints))
    console.log(complaints.length === 0 ? '  every answer was as described' : `\n${complaints.length} complaints`)
    if (complaints.length > 0) isFine = false
  }
} catch (error) {
  isFine = false
  console.error(error)
} finally {
  await server.stop()
  // What failed inside, with its stack.
  if (!isFine) console.error(server.output().slice(-20_000))
}
process.exit(isFine ? 0 : 1)

async function get(url: string): Promise<Buffer> {
  return (await send({ method: 'GET', url, headers: {}, body: null })).body
}

function withBase(description: Description, base: string): Description {
  const paths = Object.entries(description.paths).map(([path, operations]) => [`${base}${path}`, operations])
  return { ...description, paths: Object.fromEntries(paths) }
}
