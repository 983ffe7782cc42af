import { type CompileExpression, compile, type RuntimeDocument } from '@millrace/forms'

/** A field or section as a test writes it. */
export interface NodeDraft {
  readonly type: string
  readonly key?: string
  readonly children?: readonly NodeDraft[]
  readonly [prop: string]: unknown
}

/** The compiled form of these nodes. Expressions are read with FEEL in the form tests; fields need none. */
export function compileForm(
  nodes: readonly NodeDraft[],
  compileExpression: CompileExpression = refuseExpressions,
): RuntimeDocument {
  let count = 0
  const build = ({ type, key, children, ...props }: NodeDraft): Record<string, unknown> => ({
    id: `n${++count}`,
    type,
    ...(key === undefined ? {} : { key }),
    props: key === undefined ? props : { label: key, ...props },
    ...(children === undefined ? {} : { children: children.map(build) }),
  })
  const compiled = compile({ schema: 1, id: 'f', root: nodes.map(build) }, { compileExpression })
  if (!compiled.ok) throw new Error(JSON.stringify(compiled.problems))
  return compiled.form
}

const refuseExpressions: CompileExpression = (source) => {
  return { ok: false, problems: [{ message: `Expected no expression, but found ${source}.`, from: 0, to: 0 }] }
}
