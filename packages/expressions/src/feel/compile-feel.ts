import {
  type Compiled,
  type Expression,
  ExpressionError,
  type Scope as ExpressionScope,
  type HostObject,
} from '../expression.ts'
import { fromFeel, toFeel } from './border.ts'
import { compileNode } from './compile/compile-node.ts'
import { Evaluation, LimitExceeded } from './compile/evaluation.ts'
import { type Code, openFrame } from './compile/frame.ts'
import { INPUT } from './compile/name.ts'
import { createRootScope } from './compile/root-scope.ts'
import type { Scope } from './compile/scope.ts'
import { weigh } from './compile/weigh.ts'
import { listReads } from './list-reads.ts'
import { compileTestsIn, parseScoped } from './program.ts'
import { toZone } from './temporal/zone.ts'
import { ANY, type FeelType } from './types/feel-type.ts'
import { FeelFunction } from './values/function.ts'
import { createContext, type FeelContext, type FeelValue } from './values/value.ts'

export interface FeelOptions {
  /** Names that the expression may use. Only those with symbols such as `-` are required; types help with paths. */
  readonly names?: readonly string[] | Readonly<Record<string, FeelType>>
  /** Types that the model declares, for `instance of` and parameters. */
  readonly types?: Readonly<Record<string, FeelType>>
  /** Also finds the paths that the expression reads: `Expression.reads`. */
  readonly withReads?: boolean
}

/** Compiles a FEEL expression (DMN 1.5, 10.3). Evaluating gives a plain value; what FEEL cannot compute is null. */
export function compileFeel(source: string, options: FeelOptions = {}): Compiled {
  const scope = createScope(options)
  const parsed = parseScoped(source, scope)
  if (!parsed.ok) return parsed
  const { tree } = parsed
  const expression = present({ source, scope, code: compileNode(tree, scope), units: weigh(tree) })
  return {
    ok: true,
    expression: options.withReads === true ? { ...expression, reads: listReads(tree, scope) } : expression,
  }
}

/** Compiles unary tests, as input cells have them. Evaluating tests the variable `?` and gives true, false or null. */
export function compileUnaryTests(source: string, options: FeelOptions = {}): Compiled {
  const scope = createScope(options)
  const compiled = compileTestsIn(source, scope)
  if (!compiled.ok) return compiled
  const { code } = compiled
  const input = scope.free.get(INPUT) ?? scope.free.size
  scope.free.set(INPUT, input)
  const expression = present({
    source,
    scope,
    code: (frame) => code(frame.root.findFree(input, INPUT) ?? null, frame),
    // Tests charge themselves.
    units: 0,
  })
  return { ok: true, expression }
}

function createScope({ names = {}, types = {} }: FeelOptions): Scope {
  const expected = Array.isArray(names) ? Object.fromEntries(names.map((name: string) => [name, ANY])) : names
  return createRootScope({
    expected: expected as Readonly<Record<string, FeelType>>,
    findType: (name) => (Object.hasOwn(types, name) ? types[name] : undefined),
  })
}

interface Program {
  readonly source: string
  readonly scope: Scope
  readonly code: Code
  /** The number of steps of one evaluation. */
  readonly units: number
}

function present(program: Program): Expression {
  const { source, scope } = program
  return {
    source,
    language: 'feel',
    variables: [...scope.free.keys()],
    notices: scope.unknown.map(({ name, from, to }) => ({
      message: `Expected a function that is known, but “${name}” is none.`,
      from,
      to,
    })),
    evaluate: (variables) => evaluate(program, variables),
  }
}

function evaluate({ source, code, units }: Program, variables: ExpressionScope): unknown {
  const { now, allowance } = variables
  allowance.meter.charge(units)
  const evaluation = new Evaluation(now, allowance, toZone(variables.zone))
  try {
    return fromFeel(code(openFrame([], evaluation, (name) => findVariable(variables, name))), allowance)
  } catch (error) {
    throw toExpressionError(error, source)
  }
}

function findVariable(variables: ExpressionScope, name: string): FeelValue | undefined {
  const value = variables.get(name)
  if (value !== undefined) return toFeel(value, variables.allowance, { zone: toZone(variables.zone) })
  const host = Object.hasOwn(variables.objects, name) ? variables.objects[name]?.() : undefined
  return host && presentHost(host, variables)
}

/**
 * Returns an object of the engine as a context: its properties are asked for when they are used, its methods are
 * functions.
 */
function presentHost(host: HostObject, { allowance, zone }: ExpressionScope): FeelContext {
  const options = { zone: toZone(zone) }
  const context = createContext(
    Object.entries(host.methods).map(([name, method]) => [
      name,
      new FeelFunction([
        {
          parameters: [{ name: 'argument', type: ANY, isOptional: true }],
          isVariadic: true,
          result: ANY,
          apply: (args) =>
            toFeel(method(...args.map((argument) => fromFeel(argument ?? null, allowance))), allowance, options),
        },
      ]),
    ]),
  )
  for (const [name, get] of Object.entries(host.properties)) {
    Object.defineProperty(context, name, { enumerable: true, get: () => toFeel(get(), allowance, options) })
  }
  return context
}

/**
 * Converts an error to an `ExpressionError` when the run exceeded the limits or the stack. Other errors are bugs, and
 * are returned unchanged.
 */
function toExpressionError(error: unknown, source: string): unknown {
  if (error instanceof LimitExceeded) return new ExpressionError(error.message, { source })
  if (error instanceof RangeError && /call stack/i.test(error.message)) {
    return new ExpressionError('Expected the expression to nest less deeply, but it uses up the stack.', { source })
  }
  return error
}
