import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver from '@20minutes/s3rver'
import { type CuttableProxy, openCuttableProxy } from '@millrace/server/testing'
import { afterAll } from 'vitest'
import type { S3Config } from '../s3-config.ts'

export interface TestStorage {
  /** By a way that a test can cut. */
  readonly config: S3Config
  readonly way: CuttableProxy
  /** Keys of what it holds, in order. */
  listKeys(): string[]
}

/** Starts an S3-compatible server with one bucket, which verifies signatures. Call it at the top of a test file. */
export async function startS3(): Promise<TestStorage> {
  const directory = mkdtempSync(join(tmpdir(), 'millrace-s3-'))
  const bucket = 'files'
  const server = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory,
    configureBuckets: [{ name: bucket }],
  })
  const { port } = await server.run()
  const way = await openCuttableProxy(`http://127.0.0.1:${port}`)
  afterAll(async () => {
    await way.close()
    await server.close()
    rmSync(directory, { recursive: true, force: true })
  })
  const endpoint = new URL(way.connectionString).origin
  const folder = join(directory, bucket)
  return {
    way,
    // The only key that it knows.
    config: { endpoint, bucket, region: 'us-east-1', accessKey: 'S3RVER', secretKey: 'S3RVER' },
    listKeys: () =>
      (existsSync(folder) ? readdirSync(folder, { recursive: true, encoding: 'utf8' }) : [])
        .flatMap((path) => /^(.+)\._S3rver_object$/.exec(path)?.[1] ?? [])
        .toSorted(),
  }
}
