import { type Design, isExpressionText, specsOf } from '@millrace/forms/design'
import { listAll } from './walk.ts'

/** A property of a node whose value is an expression. */
export interface Rule {
  readonly node: string
  readonly property: string
  /** The expression, with its leading `=`. */
  readonly expression: string
}

/** Lists all properties of a form that are expressions, in document order. */
export function listRules(design: Design): Rule[] {
  return listAll(design).flatMap((id) => {
    const node = design.nodes[id]
    if (node === undefined) return []
    const specs = specsOf(node.type)
    return Object.entries(node.props).flatMap(([property, value]): Rule[] =>
      isExpressionText(value) && takesExpressions(specs[property]?.kind)
        ? [{ node: id, property, expression: value }]
        : [],
    )
  })
}

function takesExpressions(kind: string | undefined): boolean {
  return kind === 'condition' || kind === 'expression' || kind === 'value'
}
