import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { gzipSync } from 'node:zlib'
import { models } from '../apps/server/src/operations/move-in/testing/stories/models.ts'
import { type Engine, play, type Seen, see, typed } from '../apps/server/src/operations/move-in/testing/stories/play.ts'
import {
  isProduct,
  products,
  type Story,
  stories,
} from '../apps/server/src/operations/move-in/testing/stories/stories.ts'

/**
 * `npm run node -- scripts/move-in-stories.ts --product camunda-7.24 --base http://127.0.0.1:8085/engine-rest --database
 * postgres://…`: brings an instance of each story of a product into its state on the real engine, records on a second one
 * how it continues there, and stores the database. Start the engine as CONTRIBUTING says, without its job executor.
 */
const text = { type: 'string' } as const
const { product, base, database } = parseArgs({ options: { product: text, base: text, database: text } }).values
if (!isProduct(product) || base === undefined || database === undefined)
  throw new Error(`Expected --product (${Object.keys(products).join(', ')}), --base and --database.`)
const folder = join(import.meta.dirname, '../apps/server/src/operations/move-in/testing/stories')

async function call(method: string, path: string, body?: object | FormData) {
  const isForm = body instanceof FormData
  const response = await fetch(`${base}${path}`, {
    method,
    ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
    ...(!isForm && body !== undefined && { headers: { 'content-type': 'application/json' } }),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${text}`)
  return text === '' ? null : JSON.parse(text)
}
const engine: Engine = {
  get: (path, query = {}) => call('GET', `${path}?${new URLSearchParams(query)}`),
  send: (method, path, body) => call(method, path, body ?? {}),
}

const form = new FormData()
form.set('deployment-name', 'stories')
for (const [key, xml] of Object.entries(models)) form.append(key, new Blob([xml]), `${key}.bpmn`)
await call('POST', '/deployment/create', form)

async function begin({ process, variables, before }: Story, businessKey: string): Promise<string> {
  const { id } = await call('POST', `/process-definition/key/${process}/start`, {
    businessKey,
    variables: typed(variables),
  })
  for (const step of before) await play(engine, id, step)
  return id
}

/** What is seen before the first step after the move, and after each of them. */
const recorded: Record<string, readonly Seen[]> = {}
for (const title of products[product]) {
  const story = stories[title]
  if (story === undefined) throw new Error(`Expected a story “${title}”.`)
  await begin(story, `${product} ${title}`)
  const copy = await begin(story, `copy ${title}`)
  const seen = [await see(engine, copy)]
  for (const step of story.after) {
    await play(engine, copy, step)
    seen.push(await see(engine, copy))
  }
  recorded[title] = seen
  if (seen.at(-1)?.active.length !== 0) await call('DELETE', `/process-instance/${copy}`).catch(() => null)
}
writeFileSync(join(folder, `${product}.json`), `${JSON.stringify(recorded, null, 1)}\n`)
const dump = execFileSync('pg_dump', ['--no-owner', '--no-privileges', '--inserts', database], { maxBuffer: 1e9 })
writeFileSync(join(folder, `${product}.sql.gz`), gzipSync(dump, { level: 9 }))
