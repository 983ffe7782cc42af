import { createS3Client } from '../files/s3-client.ts'
import { requirePin, type SeenKey, type Trust } from './certificate-pin.ts'
import { openFileHttp } from './file-http.ts'
import type { Guard } from './guard.ts'
import type { OpenFolder } from './open-folder.ts'
import { openS3Folder } from './s3-folder.ts'
import { withinTime } from './within-time.ts'

/** A folder of an S3 bucket, and the sign-in there. */
export interface S3Place extends Trust {
  readonly baseUrl: string
  readonly bucket: string
  /** Empty: the default of storages without regions. */
  readonly region: string
  /** The access key ID. */
  readonly username: string
  readonly secret: string
  readonly folder: string
  /** The time limit of the whole call, in milliseconds. */
  readonly timeoutMs: number
}

/** Creates the access to folders of S3 buckets. */
export function createS3Folders(guard: Guard) {
  const within = <T>(
    place: S3Place,
    work: (folder: ReturnType<typeof openS3Folder>, seen: SeenKey) => Promise<T>,
  ): Promise<T> => {
    const { baseUrl, bucket, region, username: accessKey, secret: secretKey, folder, timeoutMs } = place
    const url = new URL(baseUrl)
    const change = { isStarted: false }
    const seen: SeenKey = { hostKey: '' }
    return withinTime({ host: url.host, what: `S3 at ${url.host}`, timeoutMs, change }, (signal) => {
      const way = openFileHttp(url, { trust: place, guard, signal, seen })
      const endpoint = baseUrl.replace(/(?<!\/)\/+$/, '')
      const send = createS3Client(
        { endpoint, bucket, region: region === '' ? 'us-east-1' : region, accessKey, secretKey },
        timeoutMs,
        (to, options, body) => way.send({ url: to, ...options, ...(body && { body: body.open() }) }),
      )
      return work(openS3Folder(send, { host: url.host, bucket, folder, change }), seen)
    })
  }
  return {
    /** Whether the bucket lets its files be listed. An empty folder is no error: S3 knows no folders. */
    check: (place: S3Place) =>
      within(place, async (folder, seen) => {
        await folder.checkFolder()
        return seen.hostKey === '' ? null : seen.hostKey
      }),
    open: async <T>(place: S3Place, work: (folder: OpenFolder) => Promise<T>): Promise<T> => {
      requirePin(new URL(place.baseUrl).host, place)
      return within(place, work)
    },
  }
}
