import { isUtf8 } from 'node:buffer'
import { limits } from '@millrace/contract'
import { breathe } from '../breathe.ts'
import { findExcess } from './find-excess.ts'
import { findInexactNumber } from './inexact-number.ts'

/** A body that cannot be read: answered with 400, or 413 when it is too large. */
export class UnreadableBody extends Error {
  override readonly name = 'UnreadableBody'
  readonly statusCode: 400 | 413

  constructor(message: string, { statusCode = 400, ...options }: ErrorOptions & { statusCode?: 400 | 413 } = {}) {
    super(message, options)
    this.statusCode = statusCode
  }
}

/** The size in bytes from which a body is checked in portions, so that other requests come in between. */
const large = 256 * 1024

/**
 * Reads the value of a JSON body.
 *
 * @param read parses its text.
 * @throws UnreadableBody when it is not UTF-8, or has half a surrogate pair or a number that would change when parsed,
 *   so that the stored value would differ from the sent one; and when it is nested too deep or has too many values,
 *   which would block other requests.
 */
export async function readBody<T>(
  body: string | Buffer,
  read: (text: string) => T | Promise<T>,
  { keepsIntegers = false } = {},
): Promise<T> {
  const bytes = typeof body === 'string' ? Buffer.from(body) : body
  const isLarge = bytes.length > large
  if (!isUtf8(bytes)) throw new UnreadableBody('Expected JSON in UTF-8, but the body has bytes that are none.')
  checkMeasure(bytes)
  if (isLarge) await breathe()
  const text = body.toString()
  if (hasLoneSurrogate(text))
    throw new UnreadableBody(
      'Expected whole characters, but a text in the body has half of one: a surrogate without its pair.',
    )
  if (isLarge) await breathe()
  const inexact = findInexactNumber(text, { keepsIntegers })
  if (inexact !== null)
    throw new UnreadableBody(
      `Expected numbers that can be read as they are, but ${inexact.slice(0, 50)}${inexact.length > 50 ? '…' : ''} would lose digits. Send it as a string.`,
    )
  if (isLarge) await breathe()
  const said = await read(text)
  if (isLarge) await breathe()
  return said
}

function checkMeasure(bytes: Buffer): void {
  const { jsonDepth, jsonValues } = limits
  const excess = findExcess(bytes, { depth: jsonDepth, values: jsonValues })
  if (excess === 'depth')
    throw new UnreadableBody(`Expected JSON of at most ${jsonDepth} levels, but the body is nested more deeply.`)
  if (excess === 'values')
    throw new UnreadableBody(
      `Expected at most ${jsonValues} values in the body, but there are more. Send nested documents as strings.`,
      { statusCode: 413 },
    )
}

/**
 * Returns whether a JSON text contains half a surrogate pair, such as `\ud83d`, which UTF-8 cannot express. Escaped
 * backslashes are skipped.
 */
function hasLoneSurrogate(json: string): boolean {
  if (!/\\u[dD][89a-fA-F]/.test(json)) return false
  const pair = /\\u[dD][89abAB][\da-fA-F]{2}\\u[dD][c-fC-F][\da-fA-F]{2}/g
  return /\\u[dD][89a-fA-F]/.test(json.replaceAll('\\\\', '').replaceAll(pair, ''))
}
