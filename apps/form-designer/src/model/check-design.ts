import {
  compile,
  type DocumentProblem,
  type FormLanguage,
  prepareExpressions,
  type RuntimeDocument,
} from '@millrace/forms'
import { type Design, toDocument } from '@millrace/forms/design'

/** The result of the check of a design. */
export interface DesignCheck {
  /** The errors that prevent it from running. */
  readonly problems: readonly DesignProblem[]
  /** The nodes that have one. */
  readonly faulty: ReadonlySet<string>
  /** Names in expressions that nothing in the form has: process variables, or slips of the pen. */
  readonly unknown: readonly UnknownName[]
  /** The compiled form; null while there are errors. */
  readonly form: RuntimeDocument | null
}

export interface DesignProblem extends DocumentProblem {
  /** The property at fault, where it is one. */
  readonly property: string | null
}

export interface UnknownName {
  readonly node: string
  readonly property: string
  readonly names: readonly string[]
}

/** Compiles a design as the server does when it is saved. */
export function checkDesign(design: Design, language: FormLanguage): DesignCheck {
  const compiled = compile(toDocument(design), { language })
  if (compiled.ok)
    return { problems: [], faulty: new Set(), unknown: listUnknown(compiled.form, language), form: compiled.form }
  const problems = compiled.problems.map((problem) => ({ ...problem, property: findProperty(problem) }))
  const faulty = new Set(problems.flatMap(({ node }) => node ?? []))
  return { problems, faulty, unknown: listOtherUnknown(design, language, problems), form: null }
}

/** `root[2].props.min` and `amount.props.check` are about one property. */
function findProperty({ at, code }: DocumentProblem): string | null {
  if (code.startsWith('key.')) return 'key'
  return /\.props\.([A-Za-z]\w*)/.exec(at)?.[1] ?? null
}

/** Names in the expressions that are right, while others are not: without the properties at fault. */
function listOtherUnknown(design: Design, language: FormLanguage, problems: readonly DesignProblem[]): UnknownName[] {
  const nodes = { ...design.nodes }
  for (const { node: id, property } of problems) {
    const node = id === null ? undefined : nodes[id]
    if (id === null || node === undefined || property === null) continue
    nodes[id] = { ...node, props: Object.fromEntries(Object.entries(node.props).filter(([name]) => name !== property)) }
  }
  const rest = compile(toDocument({ ...design, nodes }), { language })
  return rest.ok ? listUnknown(rest.form, language) : []
}

function listUnknown(form: RuntimeDocument, language: FormLanguage): UnknownName[] {
  return [...prepareExpressions(form, language).rules].flatMap(([at, { outside }]): UnknownName[] => {
    const dot = at.indexOf('.')
    return outside.length === 0 ? [] : [{ node: at.slice(0, dot), property: at.slice(dot + 1), names: outside }]
  })
}
