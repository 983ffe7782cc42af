import { parser, trackVariables } from 'lezer-feel'
import type { Shape } from './names.ts'

const feelParser = parser.configure({ dialect: 'camunda' })

export type TreeNode = ReturnType<typeof parser.parse>['topNode']

/** Maximum length of a source. Longer texts are data, not expressions, and could take the parser seconds. */
export const MAX_SOURCE_LENGTH = 20_000

/**
 * Parses a source with the names in scope, which FEEL needs to distinguish the name `a-b` from the difference `a-b`. A
 * `range<…>`, which the grammar lacks, is parsed as a list type of the same length; readers of the tree look at the
 * source.
 */
export function parseTree(source: string, top: 'Expression' | 'UnaryTests', names: Shape): TreeNode {
  const text = source.replace(/((?:\binstance\s+of|[:<,]|->)\s*)range(?=\s*<)/g, '$1list ')
  return feelParser.configure({ top, contextTracker: trackVariables(names) }).parse(text).topNode
}

/** Returns the children that mean something: no comments. */
export function childrenOf(node: TreeNode): TreeNode[] {
  const children: TreeNode[] = []
  for (let child = node.firstChild; child; child = child.nextSibling) {
    if (child.name !== 'LineComment' && child.name !== 'BlockComment') children.push(child)
  }
  return children
}

/**
 * Returns the child of a kind. A tree without errors always has it.
 *
 * @throws Error otherwise.
 */
export function getChild(node: TreeNode, name: string): TreeNode {
  const child = node.getChild(name)
  if (!child) throw new Error(`Expected ${node.name} at ${node.from} to have a ${name}, but it has none.`)
  return child
}
