import { isPrototypeKey } from '../document/plain-object.ts'

/** The position of a value in a form: keys, and row numbers from 0. Empty: the form as a whole. */
export type ValuePath = readonly (string | number)[]

/** Deeper than any form. */
const partLimit = 64

/**
 * Returns a path as text: `items[2].price`. Keys with characters of this notation are quoted as in JSON:
 * `["order.id"]`. Each path has exactly one text, and `parsePath` reads it back.
 */
export function printPath(path: ValuePath): string {
  return path.reduce<string>((text, part) => {
    if (typeof part === 'number') return `${text}[${part}]`
    if (!isPlainKey(part)) return `${text}[${JSON.stringify(part)}]`
    return text === '' ? part : `${text}.${part}`
  }, '')
}

/** Parses the text of a path. Null when it is invalid, or when it names a member that reaches an object's prototype. */
export function parsePath(text: string): ValuePath | null {
  const path: (string | number)[] = []
  let rest = text
  while (rest !== '') {
    const [whole, index, quoted, key] = token.exec(rest) ?? []
    const part = index === undefined ? (quoted === undefined ? key : readQuoted(quoted)) : Number(index)
    if (whole === undefined || part === undefined || path.length >= partLimit) return null
    if (typeof part === 'string' && isPrototypeKey(part)) return null
    path.push(part)
    rest = rest.slice(whole.length)
    // What begins with a key must be told from what is before it; a bracket tells by itself.
    if (rest.startsWith('.') && !rest.startsWith('.[') && rest.length > 1) rest = rest.slice(1)
    else if (rest !== '' && !rest.startsWith('[')) return null
  }
  return path
}

/** Compares paths: `items[2]` before `items[10]`, keys alphabetically, outer before inner. */
export function comparePaths(a: ValuePath, b: ValuePath): number {
  for (const [index, part] of a.entries()) {
    const other = b[index]
    if (other === undefined) return 1
    if (part === other) continue
    if (typeof part === 'number' && typeof other === 'number') return part - other
    return String(part) < String(other) ? -1 : 1
  }
  return a.length - b.length
}

const token = /^(?:\[(0|[1-9]\d{0,8})\]|\[("(?:[^"\\]|\\.)*")\]|([^.[\]"]+))/

function isPlainKey(key: string): boolean {
  return /^[^.[\]"]+$/.test(key)
}

function readQuoted(text: string): string | undefined {
  try {
    const read: unknown = JSON.parse(text)
    return typeof read === 'string' && !isPlainKey(read) ? read : undefined
  } catch {
    return undefined
  }
}
