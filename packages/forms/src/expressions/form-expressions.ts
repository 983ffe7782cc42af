import type { Compiled, Expression, Read } from '@millrace/expressions'
import { type NameScope, type PlannedNode, planForm } from '../compile/plan-form.ts'
import { resolveRead } from '../compile/resolve-read.ts'
import type { NodeRule, RuntimeDocument } from '../compile/runtime-document.ts'

/**
 * The names that an expression can read: null for a value, otherwise the names inside it. For a list, the names in its
 * rows.
 */
export interface FormNames {
  readonly [name: string]: FormNames | null
}

/**
 * The language of a form's expressions. `@millrace/forms/feel` has the one of the product; it is separate so that
 * browsers load FEEL only for forms with expressions.
 */
export interface FormLanguage {
  /**
   * Compiles one expression, without its leading `=`. `reads`, if given, are the values after whose change it is
   * evaluated.
   */
  compile(source: string, names: FormNames): Compiled
  /** A day (`YYYY-MM-DD`) as the language has it. */
  presentDay(day: string): unknown
}

/** The compiled expressions of one form. */
export interface FormExpressions {
  /** The rules by node and property: `n1.visible`. */
  readonly rules: ReadonlyMap<string, CompiledRule>
  presentDay(day: string): unknown
}

export interface CompiledRule {
  readonly source: string
  readonly expression: Expression
  /** Names of the form that the expression reads, with the read parts of their values. */
  readonly names: ReadonlyMap<string, NameRead>
  /** Names of process variables. */
  readonly outside: readonly string[]
}

export interface NameRead {
  readonly target: PlannedNode
  /** Only these values are read for the expression. */
  readonly mask: ReadMask
}

/** The part of a list or group that is read: all of it, or some keys. No keys: only the rows. */
export type ReadMask = 'all' | ReadonlyMap<string, ReadMask>

/**
 * The properties that may hold an expression. `defaultValue` is evaluated once, `result` when a button is pressed,
 * `setTo` when a user changes a value that it reads, and the others after each change of a value that they read.
 */
export const expressionProps = [
  'visible',
  'computed',
  'enabled',
  'readOnly',
  'required',
  'check',
  'result',
  'setTo',
  'defaultValue',
] as const

export type ExpressionProp = (typeof expressionProps)[number]

/** The expressions of forms without any. */
export const noExpressions: FormExpressions = { rules: new Map(), presentDay: (day) => day }

/** Returns whether the form needs `prepareExpressions`. */
export function hasExpressions(form: RuntimeDocument): boolean {
  return form.defaults.length > 0 || form.rules.some((rule) => listSources(rule).length > 0)
}

/**
 * Compiles every expression of a form, once before its first use.
 *
 * @throws Error when one does not compile: `compile` would have refused it.
 */
export function prepareExpressions(form: RuntimeDocument, language: FormLanguage): FormExpressions {
  const { byId } = planForm(form)
  const compile = createRuleCompiler(language)
  const rules = new Map<string, CompiledRule>()
  const sources = [
    ...form.rules.flatMap((rule) => listSources(rule).map(([prop, source]) => ({ node: rule.node, prop, source }))),
    ...form.defaults.map(({ node, expression }) => ({ node, prop: 'defaultValue', source: expression })),
  ]
  for (const { node, prop, source } of sources) {
    const scope = byId.get(node)?.scope
    const compiled = scope === undefined ? null : compile(source, scope)
    if (!compiled?.ok) throw new Error(`Expected the expressions of form ${form.id} to compile, but ${source} did not.`)
    rules.set(`${node}.${prop}`, compiled.rule)
  }
  return { rules, presentDay: language.presentDay }
}

/** Returns names of the process variables that the expressions of a form read. */
export function listOutsideNames({ rules }: FormExpressions): string[] {
  return [...new Set([...rules.values()].flatMap(({ outside }) => outside))]
}

export type RuleCompilation =
  | { readonly ok: true; readonly rule: CompiledRule; readonly reads: readonly Read[] }
  | { readonly ok: false; readonly problems: Extract<Compiled, { ok: false }>['problems'] }

/**
 * Creates a compiler of expressions, with their leading `=`, at a position. The same text at the same position is
 * compiled once.
 */
export function createRuleCompiler(language: FormLanguage): (source: string, scope: NameScope) => RuleCompilation {
  const known = new Map<NameScope, { names: FormNames; rules: Map<string, RuleCompilation> }>()
  return (source, scope) => {
    const place = known.get(scope) ?? { names: listNames(scope), rules: new Map<string, RuleCompilation>() }
    known.set(scope, place)
    const compilation = place.rules.get(source) ?? compileRule({ source, scope, names: place.names, language })
    place.rules.set(source, compilation)
    return compilation
  }
}

function compileRule(input: {
  source: string
  scope: NameScope
  names: FormNames
  language: FormLanguage
}): RuleCompilation {
  const { source, scope, names, language } = input
  const compiled = language.compile(source.slice(1), names)
  if (!compiled.ok) return compiled
  const { expression } = compiled
  // A language that does not say what it reads reads all of what it names.
  const reads = expression.reads ?? expression.variables.map((name): Read => ({ path: [name], of: 'value' }))
  const found = new Map<string, NameRead>()
  const outside = new Set<string>()
  for (const read of reads) {
    const name = read.path[0] ?? ''
    const resolved = resolveRead(read, scope)
    if (resolved === null) {
      outside.add(name)
      continue
    }
    const before = found.get(name)?.mask ?? new Map<string, ReadMask>()
    found.set(name, { target: resolved.start, mask: widen(before, resolved.keys, read.of) })
  }
  return { ok: true, reads, rule: { source, expression, names: found, outside: [...outside] } }
}

function widen(mask: ReadMask, keys: readonly string[], of: Read['of']): ReadMask {
  if (mask === 'all') return mask
  const [key, ...rest] = keys
  if (key === undefined) return of === 'value' ? 'all' : mask
  return new Map([...mask, [key, widen(mask.get(key) ?? new Map<string, ReadMask>(), rest, of)]])
}

function listNames(scope: NameScope): FormNames {
  return { ...(scope.outer === null ? {} : listNames(scope.outer)), ...listMembers(scope) }
}

function listMembers({ members }: NameScope): FormNames {
  return Object.fromEntries(
    [...members.values()].flatMap(({ data, inner }) =>
      data === null ? [] : [[data.key, data.kind === 'field' ? null : listMembers(inner)]],
    ),
  )
}

function listSources({ node: _node, parent: _parent, ...conditions }: NodeRule): [string, string][] {
  return Object.entries(conditions).flatMap(([prop, condition]): [string, string][] =>
    typeof condition === 'string' ? [[prop, condition]] : [],
  )
}
