import { OutgoingFailure } from './outgoing-failure.ts'

/** The text in place of a secret. */
const mark = '•••'

/** Shorter ones would hide what has nothing to do with them. */
const minHiddenLength = 4

/** Removes secrets from data that is stored or shown, in each encoding in which they are sent or received. */
export type Hide = <T>(kept: T) => T

/**
 * Creates the function that hides secrets in texts, and in lists and objects, including property names. Secrets with
 * fewer than four characters are not searched for.
 */
export function createHide(secrets: readonly string[]): Hide {
  const forms = listForms(secrets)
  return forms.length === 0 ? (kept) => kept : (kept) => hideIn(kept, forms)
}

/** Creates a `Hide` to which secrets can be added later. */
export function createGrowingHide(secrets: readonly string[]): {
  readonly hide: Hide
  readonly add: (secret: string) => void
} {
  const all = new Set(secrets)
  let hide = createHide(secrets)
  return {
    hide: (kept) => hide(kept),
    add: (secret) => {
      if (all.has(secret)) return
      all.add(secret)
      hide = createHide([...all])
    },
  }
}

/** The maximum length of an error message for users. */
const longestMessage = 600
const keptAtEnd = 100

/**
 * Returns a failure without secrets. Messages of the external system are shortened afterwards, because a part of a
 * secret could not be found.
 */
export function hideInFailure(failure: OutgoingFailure, hide: Hide): OutgoingFailure {
  const { message, isFinal, isPrivateAddress, mayHaveArrived, detail } = failure
  const kept = { isFinal, isPrivateAddress, mayHaveArrived, detail: hide(detail) }
  return new OutgoingFailure(shorten(hide(message)), kept)
}

function shorten(text: string): string {
  if (text.length <= longestMessage) return text
  return `${text.slice(0, longestMessage - keptAtEnd)}…${text.slice(-keptAtEnd)}`
}

/** Returns a secret as it appears in a JSON text. */
export function inJson(secret: string): string {
  return JSON.stringify(secret).slice(1, -1)
}

/** Returns the longest first: a short one may be a part of another. */
function listForms(secrets: readonly string[]): string[] {
  const forms = secrets.flatMap((secret) => {
    const base64 = Buffer.from(secret).toString('base64')
    const escaped = encodeURIComponent(secret)
    return [
      secret,
      inJson(secret),
      inHtml(secret),
      escaped,
      // As others escape it: signs too that browsers leave, in small letters, as forms do.
      escapeAll(escaped),
      lowerEscapes(escaped),
      lowerEscapes(escapeAll(escaped)),
      new URLSearchParams([['', secret]]).toString().slice(1),
      base64.replace(/={1,2}$/, ''),
      encodeURIComponent(base64),
      Buffer.from(secret).toString('base64url'),
    ]
  })
  return [...new Set(forms)].filter(({ length }) => length >= minHiddenLength).sort((a, b) => b.length - a.length)
}

function escapeAll(escaped: string): string {
  return escaped.replaceAll(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
}

function lowerEscapes(escaped: string): string {
  return escaped.replaceAll(/%[\dA-F]{2}/g, (sign) => sign.toLowerCase())
}

function inHtml(secret: string): string {
  return secret
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')
}

function hideIn<T>(kept: T, forms: readonly string[]): T {
  if (typeof kept === 'string') return forms.reduce<string>((text, form) => text.replaceAll(form, mark), kept) as T
  if (Array.isArray(kept)) return kept.map((one) => hideIn(one, forms)) as T
  if (typeof kept !== 'object' || kept === null) return kept
  return Object.fromEntries(
    Object.entries(kept).map(([name, value]) => [hideIn(name, forms), hideIn(value, forms)]),
  ) as T
}
