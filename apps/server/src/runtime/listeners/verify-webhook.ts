import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { WebhookListener } from '@millrace/contract'

/** A request to a webhook, as far as signatures depend on it. */
export interface SignedRequest {
  /** Values by header name in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly query: Readonly<Record<string, string>>
  readonly body: Uint8Array
}

/**
 * The result of checking a webhook's signature. On success it has the keys that identify the delivery; on failure `why`
 * has the reason.
 */
export type Verified =
  | { readonly ok: true; readonly id: string | null; readonly idKey: Buffer | null; readonly bodyKey: Buffer | null }
  /** `why` is the end of the sentence “Expected a valid signature, but …”. */
  | { readonly ok: false; readonly why: string }

/** Characters of an id that are kept. Longer ones are none. */
const maxIdLength = 200
/** Signatures in one header: of the current secret, and of those before it. */
const maxSignatures = 10

/**
 * Checks the signature of a webhook by each of its secrets. Comparisons take the same time for every signature.
 *
 * A delivery has a key by its id where it has one. Where no signature covers the id, or there is none, it also has a
 * key by its content, so that nobody sends a recorded delivery again under another id.
 */
export function verifyWebhook(
  settings: WebhookListener,
  request: SignedRequest,
  { secrets, now }: { readonly secrets: readonly string[]; readonly now: Date },
): Verified {
  switch (settings.signature) {
    case 'none':
      return accept(idOf(settings.idHeader, request), { isIdTrusted: true, signed: wholeOf(settings, request) })
    case 'standard':
      return verifyStandard(settings, request, secrets, now)
    case 'github': {
      const id = idOf(settings.idHeader === '' ? 'x-github-delivery' : settings.idHeader, request)
      const given = headerOf(request, 'x-hub-signature-256')
      if (given === null) return missing('X-Hub-Signature-256')
      const mac = given.startsWith('sha256=') ? readMac(given.slice(7)) : null
      const isRight = secrets.some((secret) => isEqual(mac, hmac(secret, [request.body])))
      return isRight ? accept(id, { isIdTrusted: false, signed: request.body }) : wrong()
    }
    case 'hmac':
      return verifyPlain(settings, request, secrets, now)
    default:
      return settings.signature satisfies never
  }
}

/**
 * Returns for how long the same content counts as the same delivery. A signature with a time is valid from one window
 * before that time to one window after it, so its content counts for two windows.
 */
export function contentWindowMs({ signature, timeHeader, windowSeconds }: WebhookListener): number {
  return windowSeconds * (signature === 'hmac' && timeHeader !== '' ? 2_000 : 1_000)
}

/** Returns the content of a delivery without a signature: its body, its query, and the headers that the target reads. */
function wholeOf({ target }: WebhookListener, request: SignedRequest): Uint8Array {
  const read = [
    ...target.variables,
    ...target.correlation,
    ...(target.businessKey === null ? [] : [target.businessKey]),
  ]
  const headers = read.flatMap(({ source, path }) => (source === 'header' ? [headerOf(request, path)] : []))
  return Buffer.concat([Buffer.from(`${JSON.stringify([request.query, headers])}\n`), request.body])
}

/** Standard Webhooks: id, time and body are signed, and one header may have signatures of several secrets. */
function verifyStandard(
  { windowSeconds }: WebhookListener,
  request: SignedRequest,
  secrets: readonly string[],
  now: Date,
): Verified {
  const [id, time, given] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) =>
    headerOf(request, name),
  )
  if (id == null || id.length > maxIdLength) return missing('webhook-id')
  if (time == null) return missing('webhook-timestamp')
  if (given == null) return missing('webhook-signature')
  const late = isOutside(time, windowSeconds, now)
  if (late !== null) return { ok: false, why: late }
  const macs = given
    .split(' ', maxSignatures)
    .filter((one) => one.startsWith('v1,'))
    .map((one) => readMac(one.slice(3)))
  const isRight = secrets.some((secret) => {
    const expected = hmac(standardKey(secret), [`${id}.${time}.`, request.body])
    return macs.some((mac) => isEqual(mac, expected))
  })
  return isRight ? accept(id, { isIdTrusted: true, signed: request.body }) : wrong()
}

function verifyPlain(
  settings: WebhookListener,
  request: SignedRequest,
  secrets: readonly string[],
  now: Date,
): Verified {
  const { header, timeHeader, idHeader, windowSeconds } = settings
  const given = headerOf(request, header)
  if (given === null) return missing(header)
  const time = timeHeader === '' ? null : headerOf(request, timeHeader)
  if (timeHeader !== '') {
    if (time === null) return missing(timeHeader)
    const late = isOutside(time, windowSeconds, now)
    if (late !== null) return { ok: false, why: late }
  }
  const mac = readMac(given.startsWith('sha256=') ? given.slice(7) : given)
  const signed = time === null ? [request.body] : [`${time}.`, request.body]
  if (!secrets.some((secret) => isEqual(mac, hmac(secret, signed)))) return wrong()
  const whole = Buffer.concat(signed.map((part) => Buffer.from(part)))
  return accept(idOf(idHeader, request), { isIdTrusted: false, signed: whole })
}

/**
 * Returns the bytes of a secret of Standard Webhooks: Base64 after the prefix `whsec_`. A text that is not Base64 is
 * used as it is, character by character.
 */
export function standardKey(secret: string): Buffer {
  const text = secret.startsWith('whsec_') ? secret.slice(6) : secret
  const key = Buffer.from(text, 'base64')
  return key.length > 0 && withoutPadding(key.toString('base64')) === withoutPadding(text) ? key : Buffer.from(secret)
}

function withoutPadding(text: string): string {
  return text.endsWith('==') ? text.slice(0, -2) : text.endsWith('=') ? text.slice(0, -1) : text
}

function accept(
  id: string | null,
  { isIdTrusted, signed }: { readonly isIdTrusted: boolean; readonly signed: Uint8Array },
): Verified {
  const isByBody = id === null || !isIdTrusted
  return {
    ok: true,
    id,
    idKey: id === null ? null : digest(Buffer.from(id)),
    bodyKey: isByBody ? digest(signed) : null,
  }
}

export function digest(bytes: Uint8Array): Buffer {
  return createHash('sha256').update(bytes).digest()
}

function hmac(key: string | Buffer, parts: readonly (string | Uint8Array)[]): Buffer {
  const mac = createHmac('sha256', key)
  for (const part of parts) mac.update(part)
  return mac.digest()
}

/** Reads 32 bytes of hexadecimal digits or Base64; null for anything else. */
function readMac(text: string): Buffer | null {
  if (text.length > 100) return null
  const bytes = /^[\dA-Fa-f]{64}$/.test(text) ? Buffer.from(text, 'hex') : Buffer.from(text, 'base64')
  return bytes.length === 32 ? bytes : null
}

function isEqual(given: Buffer | null, expected: Buffer): boolean {
  return given !== null && timingSafeEqual(given, expected)
}

/** @returns the end of a sentence; null when the time is within the window. */
function isOutside(time: string, windowSeconds: number, now: Date): string | null {
  if (!/^\d{1,12}$/.test(time)) return 'its time is not a number of seconds'
  const apart = Math.abs(now.getTime() / 1000 - Number(time))
  return apart > windowSeconds ? `its time is ${Math.round(apart)} seconds away from the time of the server` : null
}

function idOf(name: string, request: SignedRequest): string | null {
  const id = name === '' ? null : headerOf(request, name)
  return id === null || id === '' || id.length > maxIdLength ? null : id
}

function headerOf({ headers }: SignedRequest, name: string): string | null {
  return headers[name.toLowerCase()] ?? null
}

function missing(header: string): Verified {
  return { ok: false, why: `the header ${header} is missing` }
}

function wrong(): Verified {
  return { ok: false, why: 'it does not match the content' }
}
