/**
 * Finds the first number of a JSON text that would change when it is parsed: one beyond the range of a double, or too
 * small for it. Null when there is none.
 *
 * @param keepsIntegers whether the parser keeps all digits of whole numbers beyond 2^53.
 */
export function findInexactNumber(json: string, { keepsIntegers }: { keepsIntegers: boolean }): string | null {
  if (!isSuspicious(json, keepsIntegers ? 200 : 16)) return null
  for (const number of numbersOf(json)) if (!isExact(number, keepsIntegers)) return number
  return null
}

const [smallE, largeE, plus, minus] = Array.from('eE+-', (sign) => sign.charCodeAt(0))

/**
 * Returns whether there is an exponent of three digits, or so many digits in a row: of fewer than 16 each number is
 * exact, of fewer than 200 none is beyond what a double can be. In texts too. One pass: a pattern goes back at each
 * digit.
 */
function isSuspicious(json: string, digits: number): boolean {
  let row = 0
  for (let at = 0; at < json.length; at++) {
    const code = json.charCodeAt(at)
    if (isDigit(code)) {
      if (++row === digits) return true
    } else {
      if ((code === smallE || code === largeE) && hasLongExponent(json, at + 1)) return true
      row = 0
    }
  }
  return false
}

function hasLongExponent(json: string, from: number): boolean {
  const sign = json.charCodeAt(from)
  const first = sign === plus || sign === minus ? from + 1 : from
  return [0, 1, 2].every((next) => isDigit(json.charCodeAt(first + next)))
}

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57
}

function isExact(number: string, keepsIntegers: boolean): boolean {
  const value = Number(number)
  if (!Number.isFinite(value)) return false
  if (value === 0) return !/^[^eE]*[1-9]/.test(number)
  return keepsIntegers || Number.isSafeInteger(value) || !/^-?\d+$/.test(number)
}

/** Yields the numbers of a JSON text, without those inside of strings. */
function* numbersOf(json: string): Generator<string> {
  const pattern = /"|-?\d[\d.eE+-]*/g
  for (let match = pattern.exec(json); match !== null; match = pattern.exec(json)) {
    if (match[0] === '"') pattern.lastIndex = endOfText(json, match.index)
    else yield match[0]
  }
}

/**
 * Behind the quote that closes a text. One that is not closed ends with the document, and is refused when it is read.
 */
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
