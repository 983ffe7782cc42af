import type { ExpressionProblem } from '../../expression.ts'
import type { FeelType } from '../types/feel-type.ts'
import { findProblems } from './find-problems.ts'
import type { Shape } from './names.ts'
import type { Node, Tests } from './node.ts'
import { childrenOf, MAX_SOURCE_LENGTH, parseTree, type TreeNode } from './parse-tree.ts'
import { readNode } from './read-node.ts'
import type { Reader } from './reader.ts'

export interface ParseOptions {
  /** The names in scope, with the known names within their values. */
  readonly names: Shape
  findType(name: string): FeelType | undefined
}

export type Parsed<T> = { ok: true; tree: T } | { ok: false; problems: ExpressionProblem[] }

/** More would make the parser slow. */
const MAX_BRACKETS = 500
/** The maximum depth of a tree. Deeper trees would endanger the stack of recursive functions. */
const MAX_DEPTH = 1000

/** Parses a FEEL expression (DMN 1.5, 10.3.1.2, rule 1). */
export function parseExpression(source: string, options: ParseOptions): Parsed<Node> {
  return parse(source, 'Expression', options, (root, reader) => {
    const [only] = childrenOf(root)
    if (!only) throw new Error('Expected a tree without errors to have an expression, but it is empty.')
    return readNode(only, reader)
  })
}

/** Parses unary tests, as decision tables have them in their input cells (rule 15). An empty text allows anything. */
export function parseTests(source: string, options: ParseOptions): Parsed<Tests> {
  if (source.trim() === '') return { ok: true, tree: { kind: 'any' } }
  return parse(source, 'UnaryTests', options, (root, reader): Tests => {
    if (root.getChild('Wildcard')) return { kind: 'any' }
    const list = root.getChild('PositiveUnaryTests')
    const tests = list?.getChildren('PositiveUnaryTest').map((test) => readNode(test, reader)) ?? []
    return { kind: 'tests', tests, isNegated: root.getChild('not') !== null }
  })
}

function parse<T>(
  source: string,
  top: 'Expression' | 'UnaryTests',
  { names, findType }: ParseOptions,
  read: (root: TreeNode, reader: Reader) => T,
): Parsed<T> {
  const excess = findExcess(source)
  if (excess) return { ok: false, problems: [excess] }
  const root = parseTree(source, top, names)
  const problems = findProblems(root, source)
  if (problems.length === 0 && depthOf(root) > MAX_DEPTH) {
    const message = `Expected at most ${MAX_DEPTH} levels of nesting, but the expression has more.`
    problems.push({ message, from: 0, to: source.length })
  }
  if (problems.length > 0) return { ok: false, problems }
  const tree = read(root, {
    textOf: ({ from, to }) => source.slice(from, to),
    findType,
    report: ({ from, to }, message) => problems.push({ message, from, to }),
  })
  return problems.length > 0 ? { ok: false, problems } : { ok: true, tree }
}

/** What is too big to be parsed at all. Brackets inside of strings count too: nobody writes so many. */
function findExcess(source: string): ExpressionProblem | null {
  if (source.length > MAX_SOURCE_LENGTH) {
    const message = `Expected at most ${MAX_SOURCE_LENGTH} characters, but the expression has ${source.length}.`
    return { message, from: MAX_SOURCE_LENGTH, to: source.length }
  }
  let open = 0
  for (const { 0: bracket, index } of source.matchAll(/[()[\]{}]/g)) {
    open = Math.max(0, open + ('([{'.includes(bracket) ? 1 : -1))
    if (open > MAX_BRACKETS) {
      const message = `Expected brackets at most ${MAX_BRACKETS} deep, but the expression has more.`
      return { message, from: index, to: index + 1 }
    }
  }
  return null
}

function depthOf(root: TreeNode): number {
  let depth = 0
  let deepest = 0
  root.cursor().iterate(
    () => {
      depth += 1
      deepest = Math.max(deepest, depth)
    },
    () => {
      depth -= 1
    },
  )
  return deepest
}
