/**
 * Parses JSON text; whole numbers beyond 2^53 become bigints.
 *
 * Without such numbers, which is the usual case, it takes as long as `JSON.parse`. A reviver would take a hundred times
 * as long, because it is called for every value. @throws SyntaxError
 */
export function parseJson(text: string): unknown {
  return /\d{16}/.test(text) ? readDocument(text) : JSON.parse(text)
}

interface Reader {
  readonly text: string
  at: number
}

function readDocument(text: string): unknown {
  const reader: Reader = { text, at: 0 }
  const value = readValue(reader)
  skipSpace(reader)
  if (reader.at < text.length) throw unexpected(reader)
  return value
}

function readValue(reader: Reader): unknown {
  skipSpace(reader)
  switch (reader.text[reader.at]) {
    case '{':
      return readObject(reader)
    case '[':
      return readList(reader)
    case '"':
      return readText(reader)
    case 't':
      return readWord(reader, 'true', true)
    case 'f':
      return readWord(reader, 'false', false)
    case 'n':
      return readWord(reader, 'null', null)
    default:
      return readNumber(reader)
  }
}

function readObject(reader: Reader): Record<string, unknown> {
  const object: Record<string, unknown> = {}
  reader.at++
  if (isNext(reader, '}')) return object
  do {
    skipSpace(reader)
    if (reader.text[reader.at] !== '"') throw unexpected(reader)
    const key = readText(reader)
    if (!isNext(reader, ':')) throw unexpected(reader)
    const value = readValue(reader)
    // As JSON.parse does: a property like any other, no prototype.
    if (key === '__proto__')
      Object.defineProperty(object, key, { value, writable: true, enumerable: true, configurable: true })
    else object[key] = value
  } while (isNext(reader, ','))
  if (!isNext(reader, '}')) throw unexpected(reader)
  return object
}

function readList(reader: Reader): unknown[] {
  const list: unknown[] = []
  reader.at++
  if (isNext(reader, ']')) return list
  do list.push(readValue(reader))
  while (isNext(reader, ','))
  if (!isNext(reader, ']')) throw unexpected(reader)
  return list
}

/** Reads a string: finds its end, and parses it by JSON.parse. */
function readText(reader: Reader): string {
  const { text, at } = reader
  let end = at
  do {
    end = text.indexOf('"', end + 1)
    if (end < 0) throw new SyntaxError('Expected the end of a text, but the JSON ends before.')
  } while (isEscaped(text, end))
  reader.at = end + 1
  return JSON.parse(text.slice(at, end + 1))
}

function isEscaped(text: string, at: number): boolean {
  let before = at - 1
  while (text[before] === '\\') before--
  return (at - before) % 2 === 0
}

const numberPattern = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y

function readNumber(reader: Reader): number | bigint {
  numberPattern.lastIndex = reader.at
  const [digits] = numberPattern.exec(reader.text) ?? []
  if (digits === undefined) throw unexpected(reader)
  reader.at += digits.length
  const value = Number(digits)
  return Number.isSafeInteger(value) || !/^-?\d+$/.test(digits) ? value : BigInt(digits)
}

function readWord<T>(reader: Reader, word: string, value: T): T {
  if (!reader.text.startsWith(word, reader.at)) throw unexpected(reader)
  reader.at += word.length
  return value
}

/** Goes on behind a sign when it comes next. */
function isNext(reader: Reader, sign: string): boolean {
  skipSpace(reader)
  if (reader.text[reader.at] !== sign) return false
  reader.at++
  return true
}

function skipSpace(reader: Reader): void {
  while (' \n\r\t'.includes(reader.text[reader.at] ?? 'end')) reader.at++
}

function unexpected({ text, at }: Reader): SyntaxError {
  return new SyntaxError(
    at < text.length
      ? `Expected JSON, but there is “${text[at]}” at position ${at}.`
      : 'Expected more JSON, but it ends.',
  )
}
