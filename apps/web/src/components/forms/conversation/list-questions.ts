import type { NodeRule, ViewNode } from '@millrace/forms'

/** A question, with the texts to read before it. */
export interface Question {
  /** The field, list or table that is answered. */
  readonly node: ViewNode
  /** Preceding parts of the form that are only read. */
  readonly before: readonly ViewNode[]
  /** The labels of the enclosing containers, from the outside in. */
  readonly parts: readonly string[]
}

/**
 * Lists the questions of a form in order. Containers are split into their content; lists and tables stay whole.
 * Read-only and calculated fields belong to the question after them.
 */
export function listQuestions(
  view: readonly ViewNode[],
  rules: readonly NodeRule[],
): { questions: readonly Question[]; after: readonly ViewNode[] } {
  const computed = new Set(rules.flatMap(({ node, computed: rule }) => (rule === undefined ? [] : [node])))
  const questions: Question[] = []
  let before: ViewNode[] = []
  const walk = (nodes: readonly ViewNode[], parts: readonly string[]): void => {
    for (const node of nodes) {
      if (node.kind === 'container' && node.type !== 'table') {
        const { label } = node.props
        walk(node.children, typeof label === 'string' && label !== '' ? [...parts, label] : parts)
      } else if (node.kind === 'content' || computed.has(node.id)) before.push(node)
      else {
        questions.push({ node, before, parts })
        before = []
      }
    }
  }
  walk(view, [])
  return { questions, after: before }
}
