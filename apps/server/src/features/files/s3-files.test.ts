import { fileCalls } from '@millrace/contract'
import type { TestClient } from '@millrace/server/testing'
import { describe, expect, it } from 'vitest'
import { createFileStores } from '../../platform/files/file-stores.ts'
import { startS3 } from '../../platform/files/testing/start-s3.ts'
import { multipart } from '../../runtime/testing/multipart.ts'
import { describeFiles } from './testing/describe-files.ts'

const storage = await startS3()
const { db, admin, runtime, workplaceId, signIn, signInAs, clock } = await describeFiles(storage.config)

const upload = async (client: TestClient, content = 'A plan') =>
  client.send({ method: 'POST', url: '/api/files', ...multipart([{ name: 'plan.txt', content }]) })
const idOf = ({ body }: Awaited<ReturnType<typeof upload>>) => (body as { id: string }).id
const download = (client: TestClient, id: string) => client.call(fileCalls.download, { params: { id } })
const listFiles = async () =>
  (await admin.query('select id, kept_in, bytes from stored_file order by id')).rows as {
    id: string
    kept_in: string
    bytes: Buffer | null
  }[]

it('all of them have been kept in the storage alone', async () => {
  const files = await listFiles()
  expect(new Set(files.map(({ kept_in, bytes }) => `${kept_in} ${bytes}`))).toEqual(new Set(['s3 null']))
  await runtime.files.removeObjects()
  expect(storage.listKeys()).toEqual(files.map(({ id }) => `${workplaceId}/${id}`))
})

describe('while the storage is away', () => {
  it('an upload is refused whole, and goes when it is sent again', async () => {
    const client = await signIn()
    const before = await listFiles()
    storage.way.cut()
    const { status, error } = await upload(client)
    expect([status, error.code, error.message]).toEqual([
      503,
      'file.store-away',
      'The file was not saved because the file storage does not answer correctly. Try again later.',
    ])
    expect(await listFiles()).toEqual(before)
    storage.way.restore()
    expect((await upload(client)).status).toBe(200)
  })

  it('a download says so instead of sending half a file, and no header of the file', async () => {
    const client = await signIn()
    const id = idOf(await upload(client))
    storage.way.cut()
    const { status, error, headers } = await download(client, id)
    expect([status, error.code, headers['content-disposition'], headers.etag]).toEqual([
      503,
      'file.store-away',
      undefined,
      undefined,
    ])
    storage.way.restore()
    expect((await download(client, id)).body).toBe('A plan')
  })
})

it('files of before stay in PostgreSQL, and both are read', async () => {
  const client = await signIn()
  const files = createFileStores({ db, clock, s3: null, warn: () => {} })
  const old = { workplaceId, id: '00000000-0000-7000-8000-00000000000a' }
  await admin.query(
    `insert into stored_file (workplace_id, id, name, type, size, bytes, uploaded_at, uploaded_by) values ($1, $2, 'old.txt', 'text/plain', 5, 'older', $4, $3)`,
    [workplaceId, old.id, client.user.username, clock().toISOString()],
  )
  const id = idOf(await upload(client))
  expect([(await download(client, old.id)).body, (await download(client, id)).body]).toEqual(['older', 'A plan'])
  // A server that has not been told of the storage reads what is in PostgreSQL.
  const read = async (one: { id: string }, name: 'database' | 's3') => {
    for await (const part of files.of(name).read({ workplaceId, id: one.id }, 0, 5)) return Buffer.from(part).toString()
  }
  expect(await read(old, 'database')).toBe('older')
  await expect(read({ id }, 's3')).rejects.toMatchObject({ code: 'file.store-away' })
})

it('an upload that no form names in a day goes from the storage too', async () => {
  const client = await signIn()
  const id = idOf(await upload(client))
  clock.advance({ hours: 25 })
  await upload(await signInAs(client.user))
  await runtime.files.removeObjects()
  expect(storage.listKeys()).not.toContain(`${workplaceId}/${id}`)
  const there = (await listFiles()).filter((file) => file.kept_in === 's3')
  expect(storage.listKeys()).toEqual(there.map((file) => `${workplaceId}/${file.id}`))
})
