import type { ExpressionProblem } from '../expression.ts'
import { compileCharged } from './compile/compile-node.ts'
import type { Code } from './compile/frame.ts'
import { type Scope, shapeOfScope } from './compile/scope.ts'
import { compileTests, type TestCode } from './compile/tests.ts'
import type { Node, Tests } from './syntax/node.ts'
import { type Parsed, type ParseOptions, parseExpression, parseTests } from './syntax/parse-feel.ts'

export type CompiledCode<T> = { ok: true; code: T } | { ok: false; problems: ExpressionProblem[] }

/** Compiles an expression inside a scope. For callers that keep scopes and frames of their own, such as DMN. */
export function compileExpressionIn(source: string, scope: Scope): CompiledCode<Code> {
  return build(parseScoped(source, scope), (tree) => compileCharged(tree, scope))
}

/** Parses an expression in a scope, for callers that also inspect the tree. */
export function parseScoped(source: string, scope: Scope): Parsed<Node> {
  return parseExpression(source, parseOptionsOf(scope))
}

/** Parses unary tests in a scope, for callers that also inspect the tree. */
export function parseTestsScoped(source: string, scope: Scope): Parsed<Tests> {
  return parseTests(source, parseOptionsOf(scope))
}

/** Compiles unary tests inside a scope. */
export function compileTestsIn(source: string, scope: Scope): CompiledCode<TestCode> {
  return build(parseTestsScoped(source, scope), (tree) => compileTests(tree, scope))
}

function build<Tree, T>(parsed: Parsed<Tree>, compile: (tree: Tree) => T): CompiledCode<T> {
  return parsed.ok ? { ok: true, code: compile(parsed.tree) } : parsed
}

function parseOptionsOf(scope: Scope): ParseOptions {
  return { names: shapeOfScope(scope), findType: scope.findType }
}
