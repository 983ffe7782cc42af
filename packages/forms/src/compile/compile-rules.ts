import { createRecord } from '../document/plain-object.ts'
import { isExpressionText } from '../document/properties.ts'
import type { Props } from '../document/property.ts'
import type { DocumentProblem } from '../document/types.ts'
import {
  createRuleCompiler,
  type ExpressionProp,
  expressionProps,
  type FormLanguage,
} from '../expressions/form-expressions.ts'
import { listPairs } from '../fields/look-up.ts'
import { listCompared } from './list-compared.ts'
import type { FormPlan, PlannedNode } from './plan-form.ts'
import { type ResolvedRead, resolveRead } from './resolve-read.ts'
import type { ComputedDefault, Dependent, RuntimeDocument } from './runtime-document.ts'
import { sortByDependency } from './sort-by-dependency.ts'

interface CompiledRules {
  readonly result: Pick<RuntimeDocument, 'order' | 'defaults' | 'deps'>
  readonly problems: readonly DocumentProblem[]
}

/** The values that the expression of one rule reads. */
interface RuleReads {
  readonly node: PlannedNode
  readonly prop: ExpressionProp | 'options'
  readonly reads: readonly ResolvedRead[]
}

/**
 * Compiles the rules of a form and their dependencies. Only `visible` (hidden fields count as empty), `computed` and
 * options that depend on a field change what others read, so only they can form a cycle; defaults can form one among
 * themselves.
 */
export function compileRules(plan: FormPlan, language: FormLanguage): CompiledRules {
  const problems: DocumentProblem[] = []
  const rules = listRuleReads(plan, language, problems)
  const order = sortNodes(plan, rules, ['visible', 'computed', 'options'], problems)
  const defaultOrder = sortNodes(plan, rules, ['defaultValue'], problems)
  return {
    problems,
    result: {
      order,
      defaults: defaultOrder.flatMap((id) => findDefault(plan.byId.get(id))),
      deps: listDependents(plan, rules),
    },
  }
}

function listRuleReads(plan: FormPlan, language: FormLanguage, problems: DocumentProblem[]): RuleReads[] {
  const compile = createRuleCompiler(language)
  return plan.nodes.flatMap((node) => [
    ...listOptionReads(node, problems),
    ...expressionProps.flatMap((prop): RuleReads[] => {
      const source = sourceOf(node, prop)
      if (!isExpressionText(source)) return []
      const compiled = compile(source, node.scope)
      if (compiled.ok)
        return [{ node, prop, reads: compiled.reads.flatMap((read) => resolveRead(read, node.scope) ?? []) }]
      problems.push({
        code: 'expression.invalid',
        node: node.id,
        at: `${nameOf(node)}.props.${prop}`,
        message: compiled.problems.map(({ message }) => message).join(' '),
      })
      return []
    }),
  ])
}

/** Lists the fields on which the options of a field depend. */
function listOptionReads(node: PlannedNode, problems: DocumentProblem[]): RuleReads[] {
  const named = node.data?.kind === 'field' ? listNamedFields(node.data.props) : []
  const reads = named.flatMap(({ key, at, isRead }) => {
    const read = resolveRead({ path: [key], of: 'value' }, node.scope)
    if (read?.start.data?.kind === 'field') return isRead ? [read] : []
    problems.push({
      code: 'property.conflict',
      node: node.id,
      at: `${nameOf(node)}.props.${at}`,
      message: `Expected the key of a field in the same row or around it, but “${key}” is none.`,
    })
    return []
  })
  return reads.length === 0 ? [] : [{ node, prop: 'options', reads }]
}

interface NamedField {
  readonly key: string
  /** The property that names it. */
  readonly at: string
  /** Whether what is offered depends on it. */
  readonly isRead: boolean
}

function listNamedFields(props: Props): readonly NamedField[] {
  const { dependsOn } = props
  return [
    ...(typeof dependsOn === 'string' ? [{ key: dependsOn, at: 'dependsOn', isRead: true }] : []),
    ...listPairs(props, 'parameters').map(({ field }) => ({ key: field, at: 'parameters', isRead: true })),
    ...listPairs(props, 'fills').map(({ field }) => ({ key: field, at: 'fills', isRead: false })),
  ]
}

function sourceOf({ rule, data }: PlannedNode, prop: ExpressionProp): unknown {
  return prop === 'defaultValue' ? data?.props.defaultValue : rule[prop]
}

/** Returns ids of all nodes, each behind its container and behind what the given rules of it read. */
function sortNodes(
  plan: FormPlan,
  rules: readonly RuleReads[],
  props: readonly RuleReads['prop'][],
  problems: DocumentProblem[],
): readonly string[] {
  const sources = new Map<string, string[]>()
  for (const { node, prop, reads } of rules) {
    if (!props.includes(prop)) continue
    const ids = reads.flatMap((read) => read.sources.map(({ id }) => id))
    sources.set(node.id, [...(sources.get(node.id) ?? []), ...ids])
  }
  const sorted = sortByDependency(
    plan.nodes.map(({ id }) => id),
    (id) => {
      const parent = plan.byId.get(id)?.parent
      return [...(parent ? [parent.id] : []), ...(sources.get(id) ?? [])]
    },
  )
  if (sorted.ok) return sorted.order
  problems.push(describeCycle(plan, sorted.cycle, props))
  return []
}

const cycleTexts: Readonly<Partial<Record<RuleReads['prop'], string>>> = {
  visible: 'what is shown, computed or offered',
  defaultValue: 'a default',
}

function describeCycle(
  plan: FormPlan,
  cycle: readonly string[],
  [prop = 'visible']: readonly RuleReads['prop'][],
): DocumentProblem {
  const names = cycle.map((id) => {
    const node = plan.byId.get(id)
    return node === undefined ? id : nameOf(node)
  })
  const message = `Expected ${cycleTexts[prop]} not to depend on itself, but ${names.join(' → ')} does. Take one of these conditions out.`
  return { code: 'expression.cycle', node: cycle[0] ?? null, at: prop, message }
}

function findDefault(node: PlannedNode | undefined): ComputedDefault[] {
  const source = node?.data?.props.defaultValue
  return node !== undefined && isExpressionText(source) ? [{ node: node.id, expression: source }] : []
}

function listDependents(plan: FormPlan, rules: readonly RuleReads[]): RuntimeDocument['deps'] {
  const found = new Map<string, Map<string, Dependent>>()
  const add = (source: PlannedNode, dependent: Dependent) => {
    const dependents = found.get(source.id) ?? new Map<string, Dependent>()
    const key = `${dependent.node}.${dependent.rule}`
    const before = dependents.get(key)
    // Read in two ways, the one that concerns more rows counts.
    if (before === undefined || before.depth > dependent.depth) dependents.set(key, dependent)
    found.set(source.id, dependents)
  }
  for (const { node, prop, reads } of rules) {
    if (prop === 'defaultValue' || prop === 'result') continue
    for (const { start, sources } of reads)
      for (const source of sources) add(source, { node: node.id, rule: prop, depth: start.depth })
  }
  for (const list of plan.nodes)
    for (const source of listUniqueSources(list)) add(source, { node: list.id, rule: 'unique', depth: list.depth })
  const deps = createRecord<readonly Dependent[]>()
  for (const { id } of plan.nodes) {
    const dependents = found.get(id)
    if (dependents !== undefined) deps[id] = [...dependents.values()]
  }
  return deps
}

function listUniqueSources(list: PlannedNode): PlannedNode[] {
  const compared = listCompared(list)
  return compared.length === 0 ? [] : [list, ...compared.flat()]
}

/** Returns the name of a node for designers: its key, otherwise its id. */
function nameOf({ data, id }: PlannedNode): string {
  return data === null ? id : data.key
}
