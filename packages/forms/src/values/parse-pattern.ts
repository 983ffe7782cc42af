/** A regular expression as a tree, with the parts that decide how much work matching takes. */
export type PatternNode = PatternAtom | PatternGroup

/** Matches one character. */
interface PatternAtom extends Repetition {
  readonly kind: 'atom'
  readonly part: string
}

interface PatternGroup extends Repetition {
  readonly kind: 'group'
  readonly alternatives: readonly (readonly PatternNode[])[]
  /** Whether the group is a look-ahead or look-behind, after which matching continues at its start. */
  readonly isLook: boolean
}

interface Repetition {
  readonly min: number
  readonly max: number
}

/** Reads an expression that JavaScript accepts; null for one with back references. */
export function parsePattern(source: string): PatternGroup | null {
  const open: Group[] = [createGroup(false)]
  for (const [part] of source.matchAll(tokens)) {
    const group = open.at(-1)
    const nodes = group?.alternatives.at(-1)
    if (group === undefined || nodes === undefined || /^\\(?:[1-9]|k)/.test(part)) return null
    const counts = readCounts(part)
    const last = nodes.at(-1)
    if (counts !== null && last !== undefined) nodes[nodes.length - 1] = { ...last, ...counts }
    else if (part.startsWith('(')) open.push(createGroup(/^\(\?<?[=!]/.test(part)))
    else if (part === '|') group.alternatives.push([])
    else if (part === ')') {
      open.pop()
      open.at(-1)?.alternatives.at(-1)?.push(group)
    } else if (!/^(?:[$^]|\\[bB])$/.test(part)) nodes.push({ kind: 'atom', part, ...once })
  }
  return open[0] ?? null
}

type Group = Omit<PatternGroup, 'alternatives'> & { readonly alternatives: PatternNode[][] }

const once = { min: 1, max: 1 }

function createGroup(isLook: boolean): Group {
  return { kind: 'group', alternatives: [[]], isLook, ...once }
}

const tokens =
  /\\k<\w+>|\\[pP]\{[^}]*\}|\\u\{[^}]*\}|\\u[0-9a-f]{4}|\\x[0-9a-f]{2}|\\c[a-z]|\\.|\[(?:\\.|[^\]\\])*\]?|\((?:\?(?:<?[=!]|:|<\w+>))?|[*+?]\??|\{\d+(?:,\d*)?\}\??|[\s\S]/giu

/** How often a quantifier repeats; null when the part is none. */
function readCounts(part: string): Repetition | null {
  if (part === '?' || part === '??') return { min: 0, max: 1 }
  if (/^[*+]/.test(part)) return { min: part.startsWith('+') ? 1 : 0, max: Number.POSITIVE_INFINITY }
  const [, from, comma, to] = /^\{(\d+)(?:(,)(\d*))?\}/.exec(part) ?? []
  if (from === undefined) return null
  const min = Number(from)
  if (comma === undefined) return { min, max: min }
  return { min, max: to === '' ? Number.POSITIVE_INFINITY : Number(to) }
}
