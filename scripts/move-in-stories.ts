import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { gzipSync } from 'node:zlib'
import { flowableRemains } from '../apps/server/src/operations/move-in/testing/stories/flowable.ts'
import type { Seen } from '../apps/server/src/operations/move-in/testing/stories/play.ts'
import {
  findStory,
  isProduct,
  modelsOf,
  products,
} from '../apps/server/src/operations/move-in/testing/stories/products.ts'
import type { Story } from '../apps/server/src/operations/move-in/testing/stories/stories.ts'
import { createCamunda } from './move-in-stories/camunda.ts'
import { createFlowable } from './move-in-stories/flowable.ts'
import type { Call } from './move-in-stories/peer.ts'

/**
 * `npm run node -- scripts/move-in-stories.ts --product camunda-7.24 --base http://127.0.0.1:8085/engine-rest --database
 * postgres://…`: brings an instance of each story of a product into its state on the real engine, records on a second one
 * how it continues there, and stores the database. Start the engine as CONTRIBUTING says, without its job executor. The
 * base of Flowable has no path.
 */
const text = { type: 'string' } as const
const { product, base, database } = parseArgs({ options: { product: text, base: text, database: text } }).values
if (!isProduct(product) || base === undefined || database === undefined)
  throw new Error(`Expected --product (${Object.keys(products).join(', ')}), --base and --database.`)
const folder = join(import.meta.dirname, '../apps/server/src/operations/move-in/testing/stories')

const call: Call = async (method, path, body) => {
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
const isFlowable = product === 'flowable-7.2'
const peer = isFlowable ? createFlowable(call) : createCamunda(call)

async function begin(story: Story, businessKey: string): Promise<string> {
  const id = await peer.start(story, businessKey)
  for (const step of story.before) await peer.play(id, step)
  return id
}

await peer.deploy(modelsOf(product))
/** What is seen before the first step after the move, and after each of them. */
const recorded: Record<string, readonly Seen[]> = {}
for (const title of products[product]) {
  const story = findStory(product, title)
  await begin(story, `${product} ${title}`)
  const copy = await begin(story, `copy ${title}`)
  const seen = [await peer.see(copy)]
  for (const step of story.after) {
    await peer.play(copy, step)
    seen.push(await peer.see(copy))
  }
  recorded[title] = seen
  if (seen.at(-1)?.active.length !== 0) await peer.remove(copy).catch(() => null)
}
if (isFlowable) for (const [title, story] of Object.entries(flowableRemains)) await begin(story, `${product} ${title}`)
writeFileSync(join(folder, `${product}.json`), `${JSON.stringify(recorded, null, 1)}\n`)
const dump = execFileSync('pg_dump', ['--no-owner', '--no-privileges', '--inserts', database], { maxBuffer: 1e9 })
writeFileSync(join(folder, `${product}.sql.gz`), gzipSync(dump, { level: 9 }))
