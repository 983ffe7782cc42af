import { expect } from 'vitest'
import type { Expression, HostObject, Scope } from '../expression.ts'
import { createAllowance } from '../meter.ts'
import { compileFeel, compileUnaryTests, type FeelOptions } from './compile-feel.ts'

/** The instant at which all tests of FEEL run: a Sunday. */
export const NOW = new Date('2024-02-25T10:30:00.000Z')

export function createScope(
  variables: Readonly<Record<string, unknown>> = {},
  objects: Readonly<Record<string, HostObject>> = {},
): Scope {
  const refuse = () => {
    throw new Error('Expected FEEL to write no variables, but it does.')
  }
  return {
    get: (name) => (Object.hasOwn(variables, name) ? variables[name] : undefined),
    set: refuse,
    setLocal: refuse,
    remove: refuse,
    names: () => Object.keys(variables),
    objects: Object.fromEntries(Object.entries(objects).map(([name, object]) => [name, () => object])),
    now: NOW,
    userId: null,
    allowance: createAllowance(10_000_000),
  }
}

export function compileOk(source: string, options?: FeelOptions): Expression {
  const compiled = compileFeel(source, options)
  if (!compiled.ok) throw new Error(`${source}: ${compiled.problems.map((problem) => problem.message).join(' ')}`)
  return compiled.expression
}

/** Evaluates an expression to a plain value. */
export function evaluate(
  source: string,
  variables: Readonly<Record<string, unknown>> = {},
  options?: FeelOptions,
): unknown {
  return compileOk(source, options).evaluate(createScope(variables))
}

/** Returns whether a value passes unary tests. */
export function passes(tests: string, value: unknown, variables: Readonly<Record<string, unknown>> = {}): unknown {
  const compiled = compileUnaryTests(tests)
  if (!compiled.ok) throw new Error(`${tests}: ${compiled.problems.map((problem) => problem.message).join(' ')}`)
  return compiled.expression.evaluate(createScope({ ...variables, '?': value }))
}

/** Compares each expression with its plain value. */
export function expectValues(
  cases: Readonly<Record<string, unknown>>,
  variables: Readonly<Record<string, unknown>> = {},
): void {
  for (const [source, expected] of Object.entries(cases)) {
    expect.soft(evaluate(source, variables), source).toEqual(expected)
  }
}
