import { type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { AwsV4Signer } from 'aws4fetch'
import type { S3Config } from './s3-config.ts'

/** An unexpected answer of the object storage. */
export class S3Failure extends Error {
  override readonly name = 'S3Failure'
  /** The error code of the storage, such as `NoSuchBucket`; empty if it sent none. */
  readonly code: string
  readonly status: number

  constructor(status: number, code: string) {
    super(`answered ${`${status} ${code}`.trim()}`)
    this.status = status
    this.code = code
  }
}

export interface S3Body {
  readonly size: number
  readonly sha256: Buffer
  /** Begins again each time. */
  open(): AsyncIterable<Uint8Array>
}

export interface S3Request {
  readonly method: 'GET' | 'HEAD' | 'PUT' | 'POST' | 'DELETE'
  /** Below the bucket, as a URL has it. Empty: the bucket. */
  readonly key: string
  readonly query?: Readonly<Record<string, string>>
  /** They are signed, too. */
  readonly headers?: Readonly<Record<string, string>>
  readonly range?: { readonly from: number; readonly to: number }
  readonly body?: S3Body
}

/** Sends one request. The answer is to be read to its end, or destroyed. @throws S3Failure for all but 2xx. */
export type S3Client = (request: S3Request) => Promise<IncomingMessage>

/** Sends one signed request. */
export type S3Exchange = (
  url: URL,
  options: { readonly method: string; readonly headers: Readonly<Record<string, string | number>> },
  body: S3Body | undefined,
) => Promise<IncomingMessage>

/** Milliseconds in which nothing comes or goes. */
const patience = 10_000
/** A failure says in a few lines what it is. */
const longestFailure = 16_384

/**
 * Creates a client with the few S3 calls that files need: path style, Signature V4. The signature includes the digest
 * of the content, so that the storage refuses changed content.
 *
 * @param timeout milliseconds without a byte in either direction.
 * @param send sends signed requests, by default to the address of the storage.
 */
export function createS3Client(
  config: S3Config,
  timeout: number = patience,
  send: S3Exchange = (url, options, body) => exchange(url, options, body, timeout),
): S3Client {
  return async (request) => {
    const answer = await sendOnce(config, request, send).catch((error: unknown) => {
      if (request.body !== undefined || !isIdempotent(request) || !isCutOff(error)) throw error
      return sendOnce(config, request, send)
    })
    const { statusCode: status = 0 } = answer
    if (status >= 200 && status < 300) return answer
    throw new S3Failure(status, readCode(await readSome(answer)))
  }
}

/** A copy, and what begins or ends an upload of several parts, would be carried out twice. */
function isIdempotent({ method, headers }: S3Request): boolean {
  return method !== 'POST' && headers === undefined
}

/** Returns whether an error means that the other side had closed an idle connection. */
function isCutOff(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ECONNRESET' || error.code === 'EPIPE')
}

async function sendOnce(
  config: S3Config,
  { method, key, query = {}, headers: own, range, body }: S3Request,
  send: S3Exchange,
) {
  const { endpoint, bucket, region, accessKey: accessKeyId, secretKey: secretAccessKey } = config
  const signer = new AwsV4Signer({
    ...{ method, accessKeyId, secretAccessKey, region, service: 's3' },
    url: `${endpoint}/${bucket}${key === '' ? '' : `/${key}`}${describeQuery(query)}`,
    headers: { ...own, 'x-amz-content-sha256': body === undefined ? digestOfNothing : body.sha256.toString('hex') },
  })
  const { url, headers } = await signer.sign()
  const all = {
    ...Object.fromEntries(headers),
    ...(range && { range: `bytes=${range.from}-${range.to - 1}` }),
    ...(body && { 'content-length': body.size, 'content-type': 'application/octet-stream' }),
  }
  return send(url, { method, headers: all }, body)
}

function describeQuery(query: Readonly<Record<string, string>>): string {
  const text = Object.entries(query).map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
  return text.length === 0 ? '' : `?${text.join('&')}`
}

function exchange(
  url: URL,
  options: { readonly method: string; readonly headers: Readonly<Record<string, string | number>> },
  body: S3Body | undefined,
  timeout: number,
): Promise<IncomingMessage> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  // A connection that was kept may just be closed by the other side. What is sent is not sent twice, so it has its own.
  const agent = body === undefined ? undefined : false
  const ask = (url.protocol === 'https:' ? requestHttps : requestHttp)(url, { ...options, agent, timeout })
  ask.once('response', resolve)
  ask.on('error', reject)
  ask.on('timeout', () => ask.destroy(new Error(`no answer in ${timeout} ms`)))
  if (body === undefined) ask.end()
  // What the content breaks off with is what went wrong; a storage that answers early takes no more of it.
  else pipeline(Readable.from(body.open(), { objectMode: false }), ask).catch(reject)
  return promise
}

async function readSome(answer: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  let size = 0
  try {
    for await (const part of answer) {
      parts.push(part as Buffer)
      size += (part as Buffer).length
      if (size > longestFailure) break
    }
  } catch {
    // The status says enough.
  }
  return Buffer.concat(parts).toString()
}

function readCode(xml: string): string {
  return /<Code>(\w{1,100})<\/Code>/.exec(xml)?.[1] ?? ''
}

/** SHA-256. */
const digestOfNothing = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'
