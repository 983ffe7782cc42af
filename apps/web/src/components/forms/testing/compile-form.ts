import { compile, type FormLanguage, type RuntimeDocument } from '@millrace/forms'

/** A node as a test writes it. */
export interface NodeDraft {
  readonly type: string
  readonly key?: string
  readonly children?: readonly NodeDraft[]
  readonly [prop: string]: unknown
}

/** Compiles a form of the given nodes, for tests. By default it has no expressions. */
export function compileForm(
  nodes: readonly NodeDraft[],
  language: FormLanguage = noLanguage,
  more: Readonly<Record<string, unknown>> = {},
): RuntimeDocument {
  let count = 0
  const build = ({ type, key, children, ...props }: NodeDraft): Record<string, unknown> => ({
    id: `n${++count}`,
    type,
    ...(key === undefined ? {} : { key }),
    props: key === undefined ? props : { label: key, ...props },
    ...(children === undefined ? {} : { children: children.map(build) }),
  })
  const compiled = compile({ schema: 2, id: 'f', root: nodes.map(build), ...more }, { language })
  if (!compiled.ok) throw new Error(JSON.stringify(compiled.problems))
  return compiled.form
}

const noLanguage: FormLanguage = {
  compile: (source) => ({
    ok: false,
    problems: [{ message: `Expected no expression, but found ${source}.`, from: 0, to: 0 }],
  }),
  presentDay: (day) => day,
}
