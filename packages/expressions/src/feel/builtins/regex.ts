/**
 * Compiles a pattern of XPath's regular expressions (DMN 1.5, 10.3.4.3; XPath functions 3.1, 5.6) to one of JavaScript
 * that finds every match. Null for a pattern or flags that are wrong.
 */
export function compilePattern(pattern: string, flags: string): RegExp | null {
  const key = `${flags}/${pattern}`
  const known = compiled.get(key)
  if (known !== undefined) return known
  if (compiled.size >= MAX_COMPILED) compiled.clear()
  const regex = compile(pattern, flags)
  compiled.set(key, regex)
  return regex
}

const MAX_COMPILED = 500
const compiled = new Map<string, RegExp | null>()

function compile(pattern: string, flags: string): RegExp | null {
  if (!/^[smixq]*$/.test(flags)) return null
  const source = flags.includes('q') ? escapeLiteral(pattern) : translate(pattern, flags.includes('x'))
  if (source === null) return null
  try {
    return new RegExp(source, `gv${['s', 'm', 'i'].filter((flag) => flags.includes(flag)).join('')}`)
  } catch {
    return null
  }
}

function escapeLiteral(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
}

/** What `$1` and `\$` in a replacement stand for. Null when a `$` or `\` has nothing behind it. */
export function compileReplacement(
  replacement: string,
  flags: string,
): ((groups: readonly (string | undefined)[]) => string) | null {
  if (flags.includes('q')) return () => replacement
  if (!/^([^$\\]|\\[$\\]|\$\d)*$/s.test(replacement)) return null
  return (groups) =>
    replacement.replace(/\\([$\\])|\$(\d+)/g, (_, escaped, digits) => escaped ?? presentGroup(groups, digits))
}

/** The longest number that is a group; the digits after it are text. */
function presentGroup(groups: readonly (string | undefined)[], digits: string): string {
  for (let length = digits.length; length > 1; length--) {
    const number = Number(digits.slice(0, length))
    if (number < groups.length) return (groups[number] ?? '') + digits.slice(length)
  }
  return (groups[Number(digits[0])] ?? '') + digits.slice(1)
}

/** Rewrites what the two languages write differently: escapes, classes and their differences, white space with flag x. */
function translate(pattern: string, ignoresSpace: boolean): string | null {
  let result = ''
  for (let index = 0; index < pattern.length; ) {
    const char = pattern[index] ?? ''
    if (char === '[') {
      const set = readClass(pattern, index)
      if (!set) return null
      result += set.source
      index = set.end
    } else if (char === '\\') {
      const escape = readEscape(pattern, index)
      if (!escape) return null
      result += escape.source
      index = escape.end
    } else {
      if (!ignoresSpace || !/\s/.test(char)) result += char === '/' ? '\\/' : char
      index += 1
    }
  }
  return result
}

interface Piece {
  readonly source: string
  readonly end: number
}

const LETTER_ESCAPES: Readonly<Record<string, string>> = {
  n: '\\n',
  r: '\\r',
  t: '\\t',
  s: '[ \\t\\n\\r]',
  S: '[^ \\t\\n\\r]',
  d: '\\p{Nd}',
  D: '\\P{Nd}',
  w: '[^\\p{P}\\p{Z}\\p{C}]',
  W: '[\\p{P}\\p{Z}\\p{C}]',
  i: '[\\p{L}_\\:]',
  I: '[^\\p{L}_\\:]',
  c: '[\\p{L}\\p{M}\\p{Nd}\\-._\\:\\u{B7}]',
  C: '[^\\p{L}\\p{M}\\p{Nd}\\-._\\:\\u{B7}]',
  b: '\\b',
  B: '\\B',
}

function readEscape(pattern: string, start: number): Piece | null {
  const char = pattern[start + 1]
  if (char === undefined) return null
  if (char === 'p' || char === 'P') return readCategory(pattern, start)
  if (/[1-9]/.test(char)) return { source: `\\${char}`, end: start + 2 }
  const letter = Object.hasOwn(LETTER_ESCAPES, char) ? LETTER_ESCAPES[char] : undefined
  if (letter !== undefined) return { source: letter, end: start + 2 }
  return /[A-Za-z0-9]/.test(char) ? null : { source: escapeClassChar(char), end: start + 2 }
}

/** Blocks such as `\p{IsBasicLatin}` are known by their bounds, everything else is a category or script of Unicode. */
function readCategory(pattern: string, start: number): Piece | null {
  const match = /^\{([\w-]+)\}/.exec(pattern.slice(start + 2))
  if (!match) return null
  const name = match[1] ?? ''
  const end = start + 2 + match[0].length
  const isNegated = pattern[start + 1] === 'P'
  if (!name.startsWith('Is')) return { source: `\\${isNegated ? 'P' : 'p'}{${name}}`, end }
  const block = BLOCKS[name.slice(2)] ?? `\\p{Script=${name.slice(2)}}`
  return { source: `[${isNegated ? '^' : ''}${block}]`, end }
}

const BLOCKS: Readonly<Record<string, string>> = {
  BasicLatin: '\\u{0}-\\u{7F}',
  'Latin-1Supplement': '\\u{80}-\\u{FF}',
  'LatinExtended-A': '\\u{100}-\\u{17F}',
  'LatinExtended-B': '\\u{180}-\\u{24F}',
  IPAExtensions: '\\u{250}-\\u{2AF}',
  Greek: '\\u{370}-\\u{3FF}',
  GreekandCoptic: '\\u{370}-\\u{3FF}',
  Cyrillic: '\\u{400}-\\u{4FF}',
  Hebrew: '\\u{590}-\\u{5FF}',
  Arabic: '\\u{600}-\\u{6FF}',
  GeneralPunctuation: '\\u{2000}-\\u{206F}',
  CurrencySymbols: '\\u{20A0}-\\u{20CF}',
  Hiragana: '\\u{3040}-\\u{309F}',
  Katakana: '\\u{30A0}-\\u{30FF}',
  CJKUnifiedIdeographs: '\\u{4E00}-\\u{9FFF}',
}

/** `[a-z-[aeiou]]` becomes `[[a-z]--[aeiou]]`. */
function readClass(pattern: string, start: number): Piece | null {
  let index = start + 1
  let items = ''
  const isNegated = pattern[index] === '^'
  if (isNegated) index += 1
  for (;;) {
    const char = pattern[index]
    if (char === undefined || char === '[') return null
    if (char === ']') {
      return items === '' ? null : { source: `[${isNegated ? '^' : ''}${items}]`, end: index + 1 }
    }
    if (char === '-' && pattern[index + 1] === '[') {
      const subtracted = readClass(pattern, index + 1)
      if (!subtracted || pattern[subtracted.end] !== ']') return null
      return { source: `[[${isNegated ? '^' : ''}${items}]--${subtracted.source}]`, end: subtracted.end + 1 }
    }
    const piece = char === '\\' ? readEscape(pattern, index) : readClassChar(pattern, index, items === '')
    if (!piece) return null
    items += piece.source
    index = piece.end
  }
}

/** A hyphen at either end stands for itself. */
function readClassChar(pattern: string, index: number, isFirst: boolean): Piece {
  const char = String.fromCodePoint(pattern.codePointAt(index) ?? 0)
  const end = index + char.length
  if (char === '-' && !isFirst && pattern[end] !== ']') return { source: '-', end }
  return { source: escapeClassChar(char), end }
}

function escapeClassChar(char: string): string {
  return /[\^$\\.*+?()[\]{}|/\-&!#%,:;<=>@`~]/.test(char) ? `\\${char}` : char
}
