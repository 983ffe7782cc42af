import { type PatternNode, parsePattern } from './parse-pattern.ts'
import { type CharacterSet, createSets } from './pattern-sets.ts'

/** A group that repeats at most so often is looked at as if it were written so many times. */
const smallRepetition = 10
/** Steps of this calculation itself: nested repetitions multiply them. */
const maxSteps = 20_000

/** Something that matches a text in several ways, and how many there are with what comes before it. */
interface Choice {
  readonly set: CharacterSet
  readonly ways: number
  /** The character sets between this choice and the present position. */
  readonly between: readonly CharacterSet[]
}

/**
 * Estimates the maximum number of ways that a pattern tries on a text of this length. Two repetitions multiply each
 * other where both can match the same text: `a*a*`, but not `a*,a*`. Infinite for an expression with back references,
 * and where a group that repeats without a small limit matches the same text in two ways: `(a+)+`.
 */
export function measurePattern(source: string, textLength: number): number {
  const tree = parsePattern(source)
  if (tree === null) return Number.POSITIVE_INFINITY
  const setOf = createSets(source)
  let most = 1
  let steps = 0

  const addChoice = (before: readonly Choice[], set: CharacterSet, own: number): Choice => {
    const linked = before.filter(
      (choice) => (choice.set & set) !== 0n && choice.between.every((needed) => (needed & choice.set & set) !== 0n),
    )
    const ways = own * Math.max(1, ...linked.map((choice) => choice.ways))
    most = Math.max(most, ways)
    return { set, ways, between: [] }
  }

  const walkAll = (nodes: readonly PatternNode[], before: readonly Choice[]): readonly Choice[] =>
    nodes.reduce((choices, node) => walk(node, choices), before)

  const walk = (node: PatternNode, before: readonly Choice[]): readonly Choice[] => {
    steps += 1 + before.length
    if (steps > maxSteps) most = Number.POSITIVE_INFINITY
    if (most === Number.POSITIVE_INFINITY) return []
    const set = unionOf(node)
    const counts = Math.max(Math.min(node.max, textLength) - node.min + 1, Math.min(node.min, textLength))
    if (node.kind === 'atom') {
      const passed = node.min === 0 ? before : passOver(before, set)
      return counts === 1 ? passed : [...passed, addChoice(before, set, counts)]
    }
    const isAmbiguous = hasTwoWays(node)
    if (node.max > smallRepetition && (isAmbiguous || node.alternatives.some((nodes) => nodes.some(isVariable)))) {
      most = Number.POSITIVE_INFINITY
      return []
    }
    let after: readonly Choice[] = before
    const inside: Choice[] = []
    for (let time = 1; time <= Math.min(node.max, smallRepetition); time++) {
      const start = after
      const walked = node.alternatives.flatMap((nodes) => walkAll(nodes, start))
      inside.push(...walked)
      after = time > node.min ? merge([...start, ...walked]) : merge(walked)
    }
    if (node.isLook) return before
    const ways = Math.max(1, counts) * (isAmbiguous ? node.alternatives.length : 1)
    return ways === 1 ? after : merge([...after, addChoice([...before, ...inside], set, ways)])
  }

  /** Whether two alternatives may begin alike, or one is empty. */
  const hasTwoWays = ({ alternatives }: Extract<PatternNode, { kind: 'group' }>): boolean => {
    if (alternatives.length === 1) return alternatives[0]?.length === 0
    const firsts = alternatives.map((nodes) => firstOf(nodes))
    return firsts.some((one, index) => one === 0n || firsts.slice(index + 1).some((other) => (one & other) !== 0n))
  }

  /** Whether it matches texts of several lengths, or one text in several ways. */
  const isVariable = (node: PatternNode): boolean =>
    node.min !== node.max || (node.kind === 'group' && (hasTwoWays(node) || node.alternatives.flat().some(isVariable)))

  /** The characters that it may begin with, of alternatives that have only what is always there. */
  const firstOf = ([node]: readonly PatternNode[]): CharacterSet => {
    if (node === undefined) return 0n
    return node.kind === 'atom' ? setOf(node.part) : node.alternatives.reduce((set, nodes) => set | firstOf(nodes), 0n)
  }

  const unionOf = (node: PatternNode): CharacterSet =>
    node.kind === 'atom' ? setOf(node.part) : node.alternatives.flat().reduce((set, one) => set | unionOf(one), 0n)

  walk(tree, [])
  return most
}

/** Ends the choices that cannot match the next required character. */
function passOver(choices: readonly Choice[], set: CharacterSet): readonly Choice[] {
  return choices.flatMap((choice) =>
    (choice.set & set) === 0n ? [] : [{ ...choice, between: [...new Set([...choice.between, set])] }],
  )
}

/** Merges equal choices: only the one with the most ways is kept. */
function merge(choices: readonly Choice[]): readonly Choice[] {
  const found = new Map<string, Choice>()
  for (const choice of choices) {
    const key = [choice.set, ...choice.between].join()
    if ((found.get(key)?.ways ?? 0) < choice.ways) found.set(key, choice)
  }
  return [...found.values()]
}
