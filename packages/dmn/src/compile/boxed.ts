import {
  ANY,
  type Code,
  coerce,
  collect,
  compileCallByNames,
  createClosure,
  createContext,
  createExternalFunction,
  type FeelScope,
  type FeelType,
  type FeelValue,
  isList,
  nestFrame,
  nestScope,
  type Parameter,
  quantify,
  scopeOfBody,
  toDomain,
} from '@millrace/expressions'
import type {
  Boxed,
  BoxedConditional,
  BoxedContext,
  BoxedFilter,
  BoxedFunction,
  BoxedInvocation,
  BoxedIterator,
  BoxedLiteral,
  BoxedRelation,
  Variable,
} from '../model.ts'
import { type Compiler, typeOf } from './compiler.ts'
import { compileTable, evaluateTable } from './table.ts'
import { compileText } from './text.ts'

type BoxedOf<Kind extends Boxed['kind']> = Extract<Boxed, { kind: Kind }>
type CompileBoxed<Kind extends Boxed['kind']> = (boxed: BoxedOf<Kind>, scope: FeelScope, compiler: Compiler) => Code

const COMPILERS = {
  literal: compileLiteral,
  table: (table, scope, compiler) => {
    const compiled = compileTable(table, scope, compiler)
    return (frame) => evaluateTable(compiled, frame).value
  },
  context: compileContext,
  invocation: compileInvocation,
  list: ({ items }, scope, compiler) => {
    const codes = items.map((item) => compileBoxed(item, scope, compiler))
    return (frame) => codes.map((code) => code(frame))
  },
  relation: compileRelation,
  function: compileFunction,
  conditional: compileConditional,
  filter: compileFilter,
  for: compileFor,
  some: compileQuantified,
  every: compileQuantified,
} satisfies { [Kind in Boxed['kind']]: CompileBoxed<Kind> }

/** Compiles a boxed expression (DMN 1.5, 10.2) to code whose value fits the type that the expression names. */
export function compileBoxed(boxed: Boxed, scope: FeelScope, compiler: Compiler): Code {
  const compile: (boxed: never, scope: FeelScope, compiler: Compiler) => Code = COMPILERS[boxed.kind]
  const code = compile(boxed as never, scope, compiler)
  return boxed.kind === 'function' ? code : fit(code, typeOf(boxed.typeRef, boxed.id, compiler))
}

/** Compiles the conversion of values to a type. */
export function fit(code: Code, type: FeelType): Code {
  return type === ANY ? code : (frame) => coerce(code(frame), type, frame.root.evaluation)
}

/** The text of a literal expression may be left out (DMN 1.5, 7.3.7). */
function compileLiteral({ text, id }: BoxedLiteral, scope: FeelScope, compiler: Compiler): Code {
  if (text.text !== '') return compileText(text, scope, compiler)
  warn(compiler, text.id ?? id, 'Expected the expression to have a text, but it has none. Its result is null.')
  return () => null
}

function warn(compiler: Compiler, elementId: string | null, message: string): void {
  compiler.report({ message, elementId, line: null, column: null, isWarning: true })
}

/** Compiles a context. By the standard entries with the same name make it null, as they do in the text of a context. */
function compileContext({ entries, id }: BoxedContext, scope: FeelScope, compiler: Compiler): Code {
  const names = entries.map(({ variable }) => variable?.name ?? RESULT)
  const repeated = names.find((name, index) => name !== RESULT && names.indexOf(name) !== index)
  if (repeated !== undefined && compiler.mode === 'standard') {
    warn(compiler, id, `Expected each name in a context once, but “${repeated}” is there twice. The context is null.`)
    return () => null
  }
  const types: Record<string, FeelType> = {}
  const codes = entries.map(({ variable, value }, index) => {
    // A function may call itself: it sees its own name.
    const visible = names.slice(0, isFunction(value) ? index + 1 : index)
    const type = typeOf(variable?.typeRef ?? null, id, compiler)
    const code = fit(compileBoxed(value, nestScope(scope, visible, { types: { ...types } }), compiler), type)
    types[names[index] ?? ''] = type
    return code
  })
  const resultIndex = names.indexOf(RESULT)
  return (frame) => {
    const values: FeelValue[] = []
    const inner = nestFrame(frame, values)
    for (const code of codes) values.push(code(inner))
    if (resultIndex !== -1) return values[resultIndex] ?? null
    return createContext(names.map((name, index) => [name, values[index] ?? null]))
  }
}

/** A function definition, boxed or as a text of FEEL. */
function isFunction(value: Boxed): boolean {
  return value.kind === 'function' || (value.kind === 'literal' && /^function\s*\(/.test(value.text.text))
}

/** No name can be so: names are not empty. */
const RESULT = ''

function compileInvocation({ called, bindings, id }: BoxedInvocation, scope: FeelScope, compiler: Compiler): Code {
  if (called === null) {
    warn(compiler, id, 'Expected the invocation to name a function, but it names none. Its result is null.')
    return () => null
  }
  const calledCode = compileBoxed(called, scope, compiler)
  const argCodes = bindings.map(({ parameter, value }) =>
    fit(compileBoxed(value, scope, compiler), typeOf(parameter.typeRef, value.id, compiler)),
  )
  const call = compileCallByNames(
    bindings.map(({ parameter }) => parameter.name),
    argCodes,
  )
  return (frame) => call(calledCode(frame), frame)
}

function compileRelation({ columns, rows, id }: BoxedRelation, scope: FeelScope, compiler: Compiler): Code {
  const types = columns.map(({ typeRef }) => typeOf(typeRef, id, compiler))
  if (rows.some((row) => row.length < columns.length)) {
    const message = `Expected ${columns.length} cells in each row, one for each column, but a row has fewer. The others are null.`
    warn(compiler, id, message)
  }
  const codes = rows.map((row) =>
    row.map((cell, index) => fit(compileBoxed(cell, scope, compiler), types[index] ?? ANY)),
  )
  return (frame) =>
    codes.map((row) => createContext(columns.map(({ name }, index) => [name, row[index]?.(frame) ?? null])))
}

/** Returns a function definition; its type, when it has one, is that of its result. */
function compileFunction(boxed: BoxedFunction, scope: FeelScope, compiler: Compiler): Code {
  const { body, language } = boxed
  const parameters = compileParameters(boxed.parameters, boxed.id, compiler)
  if (!body || language === 'PMML') return () => null
  if (language === 'Java') {
    const mapping = compileBoxed(body, scope, compiler)
    return (frame) => createExternalFunction(parameters, mapping(frame))
  }
  const bodyCode = compileBoxed(body, scopeOfBody(parameters, scope), compiler)
  const type = typeOf(boxed.typeRef, boxed.id, compiler)
  const result = type.kind === 'function' ? type.result : type
  return (frame) => createClosure({ parameters, body: bodyCode, result }, frame)
}

export function compileParameters(
  parameters: readonly Variable[],
  elementId: string | null,
  compiler: Compiler,
): Parameter[] {
  return parameters.map(({ name, typeRef }) => ({ name, type: typeOf(typeRef, elementId, compiler) }))
}

/**
 * Returns a condition that is neither true, false nor null makes the whole null, other than in the text `if … then …
 * else`.
 */
function compileConditional(
  { condition, whenTrue, whenFalse }: BoxedConditional,
  scope: FeelScope,
  compiler: Compiler,
): Code {
  const conditionCode = compileBoxed(condition, scope, compiler)
  const thenCode = compileBoxed(whenTrue, scope, compiler)
  const otherwiseCode = compileBoxed(whenFalse, scope, compiler)
  return (frame) => {
    const isMet = conditionCode(frame)
    if (isMet !== null && typeof isMet !== 'boolean') return null
    return isMet === true ? thenCode(frame) : otherwiseCode(frame)
  }
}

/**
 * Returns the items that match. A match that is neither true nor false makes the whole null: it picks no place, as a
 * text may.
 */
function compileFilter({ list, match }: BoxedFilter, scope: FeelScope, compiler: Compiler): Code {
  const listCode = compileBoxed(list, scope, compiler)
  const matchCode = compileBoxed(match, nestScope(scope, ['item'], { kind: 'filter' }), compiler)
  return (frame) => {
    const value = listCode(frame)
    if (value === null) return null
    const kept: FeelValue[] = []
    for (const item of isList(value) ? value : [value]) {
      frame.root.evaluation.charge(1)
      const isMatch = matchCode(nestFrame(frame, [item]))
      if (typeof isMatch !== 'boolean') return null
      if (isMatch) kept.push(item)
    }
    return kept
  }
}

function compileFor(iterator: BoxedIterator, scope: FeelScope, compiler: Compiler): Code {
  const { variable, body } = iterator
  const listCode = compileDomain(iterator, scope, compiler)
  const bodyCode = compileBoxed(body, nestScope(scope, [variable, 'partial'], { kind: 'loop' }), compiler)
  return collect([(frame) => toDomain(listCode(frame))], bodyCode)
}

function compileQuantified(iterator: BoxedIterator, scope: FeelScope, compiler: Compiler): Code {
  const { kind, variable, body } = iterator
  const listCode = compileDomain(iterator, scope, compiler)
  const bodyCode = compileBoxed(body, nestScope(scope, [variable]), compiler)
  return quantify(kind === 'some' ? 'some' : 'every', [(frame) => toDomain(listCode(frame))], bodyCode)
}

/** Compiles the list of an iterator, whose `in` may name a type of its own. */
function compileDomain({ list, listTypeRef }: BoxedIterator, scope: FeelScope, compiler: Compiler): Code {
  return fit(compileBoxed(list, nestScope(scope, []), compiler), typeOf(listTypeRef, list.id, compiler))
}
