import { createRecord } from '../document/plain-object.ts'
import { isExpressionText } from '../document/properties.ts'
import type { DocumentProblem, FormDocument, FormNode } from '../document/types.ts'
import { type CompileExpression, listNames } from '../expressions/form-expressions.ts'
import type { ComputedDefault, NodeRule, RuntimeDocument, RuntimeField } from './runtime-document.ts'
import { sortByDependency } from './sort-by-dependency.ts'

interface CompiledRules {
  readonly result: Pick<RuntimeDocument, 'rules' | 'defaults' | 'deps'>
  readonly problems: readonly DocumentProblem[]
}

/** The properties that may hold an expression. `defaultValue` is computed once, the others again and again. */
const expressionProps = ['visible', 'enabled', 'required', 'readOnly', 'check', 'defaultValue'] as const

type ExpressionProp = (typeof expressionProps)[number]

/** What the expressions of one node read. */
type Reads = Readonly<Partial<Record<ExpressionProp, readonly string[]>>>

interface PlacedNode {
  readonly node: FormNode
  readonly parent: string | undefined
  readonly reads: Reads
}

/**
 * The rules of a form in the order in which they can be evaluated. Only `visible` changes what others see (a hidden
 * field counts as empty), so only it can close a cycle; defaults can close one among themselves.
 */
export function compileRules(
  document: FormDocument,
  fields: readonly RuntimeField[],
  compileExpression: CompileExpression,
): CompiledRules {
  const problems: DocumentProblem[] = []
  const flat = listNodes(document.root, undefined)
  const nodeOfKey = new Map(flat.flatMap(({ node: { id, key } }) => (key === undefined ? [] : [[key, id] as const])))
  const names = listNames(fields)
  const nodes = new Map(
    flat.map(({ node, parent }): [string, PlacedNode] => [
      node.id,
      { node, parent, reads: readNames(node, (source) => compileExpression(source, names), problems) },
    ]),
  )

  const order = sortByDependency([...nodes.keys()], (id) => {
    const { parent, reads } = nodes.get(id) ?? {}
    const shown = (reads?.visible ?? []).flatMap((name) => nodeOfKey.get(name) ?? [])
    return parent === undefined ? shown : [parent, ...shown]
  })
  const keyOrder = sortByDependency(
    names.fields,
    (key) => nodes.get(nodeOfKey.get(key) ?? '')?.reads.defaultValue ?? [],
  )
  if (!order.ok) problems.push(describeCycle('visible', order.cycle))
  if (!keyOrder.ok)
    problems.push(
      describeCycle(
        'defaultValue',
        keyOrder.cycle.map((key) => nodeOfKey.get(key) ?? key),
      ),
    )

  return {
    problems,
    result: {
      rules: order.ok ? order.order.flatMap((id) => createRule(nodes.get(id))) : [],
      defaults: keyOrder.ok
        ? keyOrder.order.flatMap((key) => createDefault(key, nodes.get(nodeOfKey.get(key) ?? '')))
        : [],
      deps: listDependents([...nodes.values()], nodeOfKey),
    },
  }
}

function listNodes(nodes: readonly FormNode[], parent: string | undefined): Omit<PlacedNode, 'reads'>[] {
  return nodes.flatMap((node) => [{ node, parent }, ...listNodes(node.children ?? [], node.id)])
}

function readNames(
  node: FormNode,
  compileExpression: (source: string) => ReturnType<CompileExpression>,
  problems: DocumentProblem[],
): Reads {
  const reads: Partial<Record<ExpressionProp, readonly string[]>> = {}
  for (const prop of expressionProps) {
    const source = node.props[prop]
    if (!isExpressionText(source)) continue
    const compiled = compileExpression(source.slice(1))
    if (compiled.ok) {
      reads[prop] = compiled.expression.variables
    } else {
      const cause = compiled.problems.map(({ message }) => message).join(' ')
      problems.push({
        code: 'expression.invalid',
        node: node.id,
        at: `${node.key ?? node.id}.props.${prop}`,
        message: cause,
      })
    }
  }
  return reads
}

function describeCycle(prop: ExpressionProp, cycle: readonly string[]): DocumentProblem {
  const message = `Expected no ${prop} to depend on itself, but ${cycle.join(' → ')} does.`
  return { code: 'expression.cycle', node: cycle[0] ?? null, at: prop, message }
}

const conditionDefaults = { visible: true, enabled: true, required: false, readOnly: false }

function createRule(placed: PlacedNode | undefined): NodeRule[] {
  if (placed === undefined) return []
  const { node, parent } = placed
  const rule: Record<string, unknown> = { node: node.id }
  if (parent !== undefined) rule.parent = parent
  if (node.key !== undefined) rule.key = node.key
  for (const [name, usual] of Object.entries(conditionDefaults)) {
    const given = node.props[name]
    if (given !== undefined && given !== usual) rule[name] = given
  }
  if (node.props.check !== undefined) rule.check = node.props.check
  return [rule as unknown as NodeRule]
}

function createDefault(key: string, placed: PlacedNode | undefined): ComputedDefault[] {
  const source = placed?.node.props.defaultValue
  return isExpressionText(source) ? [{ key, expression: source }] : []
}

function listDependents(nodes: readonly PlacedNode[], nodeOfKey: ReadonlyMap<string, string>): RuntimeDocument['deps'] {
  const deps = createRecord<string[]>()
  for (const { node, reads } of nodes) {
    const live = expressionProps.filter((prop) => prop !== 'defaultValue').flatMap((prop) => reads[prop] ?? [])
    for (const name of new Set(live)) {
      if (!nodeOfKey.has(name)) continue
      deps[name] ??= []
      deps[name].push(node.id)
    }
  }
  return deps
}
