import { StartFailure } from '../start-failure.ts'

/** A bucket of an S3-compatible storage, and the key to it. */
export interface S3Config {
  /** The address without a slash at the end. The bucket follows it as a path. */
  readonly endpoint: string
  readonly bucket: string
  readonly region: string
  readonly accessKey: string
  readonly secretKey: string
}

/**
 * Reads `FILES_S3_…`. Null: files are kept in PostgreSQL.
 *
 * @throws StartFailure naming the first variable with a bad value, and why; never with a value that may be secret.
 */
export function readS3Config(value: (name: string) => string | null): S3Config | null {
  const given = {
    FILES_S3_ENDPOINT: value('FILES_S3_ENDPOINT'),
    FILES_S3_BUCKET: value('FILES_S3_BUCKET'),
    FILES_S3_ACCESS_KEY: value('FILES_S3_ACCESS_KEY'),
    FILES_S3_SECRET_KEY: value('FILES_S3_SECRET_KEY'),
  }
  const names = Object.keys(given) as (keyof typeof given)[]
  const set = names.find((name) => given[name] !== null)
  if (set === undefined) return null
  const needed = (name: keyof typeof given) => {
    const text = given[name]
    if (text === null) throw new StartFailure(`Expected ${name} to be set beside ${set}, but it is not.`)
    return text
  }
  return {
    endpoint: readEndpoint(needed('FILES_S3_ENDPOINT')),
    bucket: readBucket(needed('FILES_S3_BUCKET')),
    region: readRegion(value('FILES_S3_REGION') ?? 'us-east-1'),
    accessKey: needed('FILES_S3_ACCESS_KEY'),
    secretKey: needed('FILES_S3_SECRET_KEY'),
  }
}

function readEndpoint(text: string): string {
  const url = URL.parse(text)
  const isPlain = url !== null && url.username === '' && url.password === '' && url.search === '' && url.hash === ''
  // Not quoted: it may hold a password.
  if (!isPlain || !/^https?:$/.test(url.protocol))
    throw new StartFailure(
      'Expected FILES_S3_ENDPOINT to be an address like https://s3.example.org, but it is something else.',
    )
  return `${url.origin}${url.pathname.replace(/(?<!\/)\/+$/, '')}`
}

function readBucket(text: string): string {
  if (!/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(text))
    throw new StartFailure(
      `Expected FILES_S3_BUCKET to be 3 to 63 small letters, digits, dots and dashes, but it is “${text}”.`,
    )
  return text
}

function readRegion(text: string): string {
  if (!/^[a-z0-9-]{1,63}$/.test(text))
    throw new StartFailure(`Expected FILES_S3_REGION to be like eu-central-1, but it is “${text}”.`)
  return text
}
