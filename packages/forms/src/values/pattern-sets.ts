/**
 * The characters of a sample that a part of a regular expression matches, with one bit for each character. Two parts
 * can match the same character if their sets have a bit in common. The sample has all characters that the expression
 * names, with their neighbours, where ranges begin and end; and some of each general category of Unicode.
 */
export type CharacterSet = bigint

/** Returns a function that finds the set of characters for a part of a pattern, such as `a`, `.`, `\d` or `[a-z]`. */
export function createSets(source: string): (part: string) => CharacterSet {
  const sample = sampleOf(source)
  const whole = (1n << BigInt(sample.length)) - 1n
  const known = new Map<string, CharacterSet>()
  const find = (part: string) => {
    // A script or another property may have characters that the sample lacks.
    if (/\\p\{(?![A-Z][a-z]?\})/iu.test(part)) return whole
    const regex = new RegExp(`^(?:${part})$`, 'u')
    const set = sample.reduce((bits, sign, index) => (regex.test(sign) ? bits | (1n << BigInt(index)) : bits), 0n)
    return set === 0n ? whole : set
  }
  return (part) => {
    const set = known.get(part) ?? find(part)
    known.set(part, set)
    return set
  }
}

const ascii = Array.from({ length: 128 }, (_, point) => point)
const ofCategories = [...'ßéǅʰЖΩאع中あ😀𝐀²Ⅷ٣‿«»€©¨∞']
  .map((sign) => sign.codePointAt(0) ?? 0)
  .concat([0xa0, 0xad, 0x301, 0x378, 0x903, 0x20dd, 0x2028, 0x2029, 0xd800, 0xe000])

function sampleOf(source: string): string[] {
  const escaped = Array.from(source.matchAll(/\\(?:u\{([\da-f]+)\}|u([\da-f]{4})|x([\da-f]{2}))/gi), (found) =>
    Number.parseInt(found[1] ?? found[2] ?? found[3] ?? '0', 16),
  )
  const named = [...[...source].map((sign) => sign.codePointAt(0) ?? 0), ...escaped]
  const near = named.flatMap((point) => (point < 128 ? [] : [point - 1, point, point + 1]))
  const points = new Set([...ascii, ...ofCategories, ...near])
  return [...points].filter((point) => point <= 0x10ffff).map((point) => String.fromCodePoint(point))
}
