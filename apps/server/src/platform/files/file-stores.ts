import type { Database } from '../db/database.ts'
import { reasonOf, StartFailure } from '../start-failure.ts'
import { createDatabaseStore } from './database-store.ts'
import type { FileStores } from './file-store.ts'
import { removeObjects } from './remove-objects.ts'
import { createS3Client, type S3Client, S3Failure } from './s3-client.ts'
import type { S3Config } from './s3-config.ts'
import { createAwayStore, createS3Store, type Warn } from './s3-store.ts'

interface FileStoresOptions {
  readonly db: Database
  readonly clock: () => Date
  /** Null: new files are kept in PostgreSQL. */
  readonly s3: S3Config | null
  /** Warns in the log. The sender or reader of a file only learns that the storage is unavailable. */
  readonly warn: Warn
}

/**
 * Creates the stores of files. New files go to S3 where that is configured; existing files are read from their store.
 */
export function createFileStores({ s3, ...rest }: FileStoresOptions): FileStores {
  const database = createDatabaseStore(rest.db)
  if (s3 === null) {
    const away = createAwayStore(rest.warn)
    const nothing = async () => {}
    return {
      current: database,
      of: (name) => (name === 's3' ? away : database),
      removeObjects: nothing,
      check: nothing,
    }
  }
  const send = createS3Client(s3)
  const options = { ...rest, send }
  const objects = createS3Store(options)
  return {
    current: objects,
    of: (name) => (name === 's3' ? objects : database),
    removeObjects: () => removeObjects(options),
    check: () => check(s3, send, rest.warn),
  }
}

/** Error codes of a store for a wrong configuration, for which a retry is useless. */
const bad: ReadonlySet<string> = new Set([
  'AuthorizationHeaderMalformed',
  'InvalidAccessKeyId',
  'InvalidBucketName',
  'NoSuchBucket',
  'PermanentRedirect',
  'RequestTimeTooSkewed',
  'SignatureDoesNotMatch',
])

/** Asks for an object that does not exist, because that needs no other right than files do. */
async function check({ endpoint, bucket }: S3Config, send: S3Client, warn: Warn): Promise<void> {
  try {
    const answer = await send({ method: 'GET', key: 'start-check' })
    answer.destroy()
  } catch (error) {
    const code = error instanceof S3Failure ? error.code : ''
    if (bad.has(code))
      throw new StartFailure(
        `Expected FILES_S3_… to open the bucket “${bucket}” at ${endpoint}, but the storage answers ${code}.`,
      )
    if (code !== 'NoSuchKey') warn({ reason: reasonOf(error) }, 'file storage: it does not answer as it should')
  }
}
