import { spawn, spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { createTestDatabase } from '@millrace/server/testing'
import pg from 'pg'
import { afterAll, expect, inject, it, onTestFinished } from 'vitest'
import { runBackupMain, runRestoreMain } from './backup-main.ts'
import { systemActor } from './platform/db/actor.ts'
import { openDatabase } from './platform/db/database.ts'
import { createFileStores } from './platform/files/file-stores.ts'
import { findFreePort } from './platform/postgres/start-postgres.ts'

/** moto, an S3 server of others: `pip install 'moto[server]'`. Without it, the test is left out. */
const hasMoto = spawnSync('moto_server', ['--help']).status === 0

const secret = 'the secret of a test, long enough for one'
const folder = mkdtempSync(join(tmpdir(), 'millrace-backup-s3-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

it.skipIf(!hasMoto)('a backup of files in S3 is restored into another bucket, and into a database', async () => {
  const endpoint = await startMoto()
  const { db, admin, connectionString, workplaceId } = await createTestDatabase()
  const of = (bucket: string) => ({ endpoint, bucket, region: 'us-east-1', accessKey: 'a', secretKey: 'b' })
  for (const bucket of ['first', 'second'])
    expect((await fetch(`${endpoint}/${bucket}`, { method: 'PUT' })).status).toBe(200)
  const options = { clock: () => new Date(), warn: () => {} }
  const store = createFileStores({ db, ...options, s3: of('first') }).current
  // Larger than one portion, and small.
  const contents = [Buffer.alloc(12_000_000, 'plan '), Buffer.from('A plan')]
  const ids = contents.map(() => randomUUID())
  for (const [index, content] of contents.entries()) {
    const file = { workplaceId, id: ids[index] ?? '' }
    const kept = await store.put(file, content)
    await db.withTransaction(systemActor(workplaceId, 'test'), async (tx) => {
      await kept.confirm(tx)
      await tx.commit([
        {
          name: 'test_keep_backed_up_object',
          text: `insert into stored_file (workplace_id, id, name, type, size, kept_in, uploaded_at, uploaded_by)
            values ($1, $2, 'a.txt', 'text/plain', $3, 's3', now(), 'ines')`,
          values: [workplaceId, file.id, content.length],
        },
      ])
    })
  }
  const env = (bucket: string | null, url: string, name: string) => ({
    ...{ DATABASE_URL: url, MILLRACE_DATA: join(folder, name), MILLRACE_SECRET: secret },
    ...(bucket !== null && {
      ...{ FILES_S3_ENDPOINT: endpoint, FILES_S3_BUCKET: bucket },
      ...{ FILES_S3_ACCESS_KEY: 'a', FILES_S3_SECRET_KEY: 'b' },
    }),
  })
  const run = async (main: typeof runBackupMain, args: string[], around: Record<string, string>) => {
    const lines: string[] = []
    const code = await main(args, { print: (line) => lines.push(line), env: around, now: () => new Date() })
    expect([code, lines.join('\n')]).toEqual([0, expect.any(String)])
  }
  await run(runBackupMain, ['--to', folder, '--name', 'one', '--no-check'], env('first', connectionString, 'source'))
  // What is lost at the source is in the backup.
  await admin.query('delete from stored_file')
  for (const id of ids) await fetch(`${endpoint}/first/${workplaceId}/${id}`, { method: 'DELETE' })
  for (const [bucket, kept] of [
    ['second', 's3'],
    [null, 'database'],
  ] as const) {
    const target = await createEmpty(kept)
    await run(runRestoreMain, [join(folder, 'one')], env(bucket, target, `target-${kept}`))
    const there = openDatabase({ connectionString: target })
    try {
      const stores = createFileStores({ db: there, ...options, s3: bucket === null ? null : of(bucket) })
      for (const [index, content] of contents.entries()) {
        const file = { workplaceId, id: ids[index] ?? '' }
        const read = await buffer(stores.of(kept).read(file, 0, content.length))
        expect(read.equals(content)).toBe(true)
      }
    } finally {
      await there.close()
    }
  }
})

async function startMoto(): Promise<string> {
  const port = await findFreePort()
  const server = spawn('moto_server', ['-H', '127.0.0.1', '-p', String(port)], { stdio: 'ignore' })
  onTestFinished(() => {
    server.kill()
  })
  const endpoint = `http://127.0.0.1:${port}`
  await expect
    .poll(() =>
      fetch(endpoint).then(
        ({ ok }) => ok,
        () => false,
      ),
    )
    .toBe(true)
  return endpoint
}

/** An empty database of the plain role. */
async function createEmpty(name: string): Promise<string> {
  const { url, adminUrl } = inject('postgres')
  const own = `restored_s3_${name}_${process.pid}`
  const ask = async (sql: string) => {
    const client = new pg.Client({ connectionString: adminUrl })
    await client.connect()
    await client.query(sql).finally(() => client.end())
  }
  await ask(`create database ${own} owner millrace`)
  afterAll(() => ask(`drop database ${own} with (force)`))
  const there = new URL(url)
  there.pathname = `/${own}`
  return there.href
}
