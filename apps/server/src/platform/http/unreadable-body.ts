import { isUtf8 } from 'node:buffer'
import { findInexactNumber } from './inexact-number.ts'

/** A body that cannot be read, whatever it was meant to say: answered with 400. */
export class UnreadableBody extends Error {
  override readonly name = 'UnreadableBody'
  readonly statusCode = 400
}

/**
 * The text of a JSON body.
 *
 * @throws UnreadableBody when it is no UTF-8, has half of a surrogate pair or a number that would be read as another one:
 * what would be stored is not what was sent.
 */
export function decodeBody(body: string | Buffer, { keepsIntegers = false } = {}): string {
  if (typeof body !== 'string' && !isUtf8(body))
    throw new UnreadableBody('Expected JSON in UTF-8, but the body has bytes that are none.')
  const text = body.toString()
  if (hasLoneSurrogate(text))
    throw new UnreadableBody(
      'Expected whole characters, but a text in the body has half of one: a surrogate without its pair.',
    )
  const inexact = findInexactNumber(text, { keepsIntegers })
  if (inexact !== null)
    throw new UnreadableBody(
      `Expected numbers that can be read as they are, but ${inexact.slice(0, 50)}${inexact.length > 50 ? '…' : ''} would become another one. Send it as a text.`,
    )
  return text
}

/** UTF-8 has no surrogates, but JSON can write them as `\ud83d`. Backslashes that stand for themselves are left out first. */
function hasLoneSurrogate(json: string): boolean {
  if (!/\\u[dD][89a-fA-F]/.test(json)) return false
  const pair = /\\u[dD][89abAB][\da-fA-F]{2}\\u[dD][c-fC-F][\da-fA-F]{2}/g
  return /\\u[dD][89a-fA-F]/.test(json.replaceAll('\\\\', '').replaceAll(pair, ''))
}

/** Reads a multipart body. @throws UnreadableBody where the parser only says that something is wrong with it. */
export async function readMultipart<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read()
  } catch (error) {
    if (!(error instanceof Error) || 'statusCode' in error || 'status' in error) throw error
    throw new UnreadableBody(`Expected a multipart body, but it cannot be read: ${error.message}.`, { cause: error })
  }
}
