/**
 * The first number of a JSON text that would become another one when it is read: beyond what a double can be, or so small
 * that nothing is left of it. Null when there is none.
 *
 * @param keepsIntegers whether the text is read without losing digits of whole numbers beyond 2^53.
 */
export function findInexactNumber(json: string, { keepsIntegers }: { keepsIntegers: boolean }): string | null {
  if (!(keepsIntegers ? extreme : suspicious).test(json)) return null
  for (const number of numbersOf(json)) if (!isExact(number, keepsIntegers)) return number
  return null
}

/** Sixteen digits, or an exponent of three: what has neither is exact, texts included. */
const suspicious = /\d{16}|[eE][+-]?\d{3}/

/** What has neither of these is no less than 1e-299 and no more than 1e299, and has digits enough where those are kept. */
const extreme = /\d{200}|[eE][+-]?\d{3}/

function isExact(number: string, keepsIntegers: boolean): boolean {
  const value = Number(number)
  if (!Number.isFinite(value)) return false
  if (value === 0) return !/^[^eE]*[1-9]/.test(number)
  return keepsIntegers || Number.isSafeInteger(value) || !/^-?\d+$/.test(number)
}

/** What stands in texts is left out. */
function* numbersOf(json: string): Generator<string> {
  const pattern = /"|-?\d[\d.eE+-]*/g
  for (let match = pattern.exec(json); match !== null; match = pattern.exec(json)) {
    if (match[0] === '"') pattern.lastIndex = endOfText(json, match.index)
    else yield match[0]
  }
}

/** Behind the quote that closes a text. One that is not closed ends with the document, and is refused when it is read. */
function endOfText(json: string, start: number): number {
  let end = start
  do end = json.indexOf('"', end + 1)
  while (end > 0 && isEscaped(json, end))
  return end < 0 ? json.length : end + 1
}

function isEscaped(json: string, at: number): boolean {
  let before = at
  while (json[before - 1] === '\\') before--
  return (at - before) % 2 === 1
}
