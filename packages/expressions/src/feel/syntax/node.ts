import type { FeelType } from '../types/feel-type.ts'
import type { FeelValue } from '../values/value.ts'

/** Where a node stands: UTF-16 offsets in the source. */
interface At {
  readonly from: number
  readonly to: number
}

export type ArithmeticOperator = '+' | '-' | '*' | '/' | '**'
export type CompareOperator = '=' | '!=' | '<' | '<=' | '>' | '>='

/**
 * An iterator of `for`, `some` or `every`: over a list or range, or with `end` over the whole numbers or days between
 * two ends.
 */
export interface Iterator extends At {
  readonly name: string
  readonly domain: Node
  readonly end: Node | null
}

export interface NamedArgument extends At {
  readonly name: string
  readonly value: Node
}

export interface FormalParameter extends At {
  readonly name: string
  readonly type: FeelType
}

/** The syntax tree for compiling: lezer's tree without tokens, after all errors were reported. */
export type Node = At &
  (
    | { readonly kind: 'literal'; readonly value: FeelValue }
    | { readonly kind: 'name'; readonly name: string }
    | { readonly kind: 'input' }
    | { readonly kind: 'list'; readonly items: readonly Node[] }
    | { readonly kind: 'context'; readonly entries: readonly NamedArgument[] }
    | { readonly kind: 'and' | 'or'; readonly left: Node; readonly right: Node }
    | { readonly kind: 'arithmetic'; readonly operator: ArithmeticOperator; readonly left: Node; readonly right: Node }
    | { readonly kind: 'negation'; readonly operand: Node }
    | { readonly kind: 'comparison'; readonly operator: CompareOperator; readonly left: Node; readonly right: Node }
    | { readonly kind: 'between'; readonly value: Node; readonly low: Node; readonly high: Node }
    | { readonly kind: 'in'; readonly value: Node; readonly tests: readonly Node[] }
    | { readonly kind: 'instance of'; readonly value: Node; readonly type: FeelType }
    | { readonly kind: 'if'; readonly condition: Node; readonly whenTrue: Node; readonly whenFalse: Node }
    | { readonly kind: 'for'; readonly iterators: readonly Iterator[]; readonly body: Node }
    | { readonly kind: 'some' | 'every'; readonly iterators: readonly Iterator[]; readonly body: Node }
    | { readonly kind: 'path'; readonly target: Node; readonly name: string }
    | { readonly kind: 'filter'; readonly target: Node; readonly filter: Node }
    | { readonly kind: 'call'; readonly callee: Node; readonly args: readonly Node[] }
    | { readonly kind: 'named call'; readonly callee: Node; readonly args: readonly NamedArgument[] }
    | { readonly kind: 'function'; readonly parameters: readonly FormalParameter[]; readonly body: Node }
    | { readonly kind: 'external function'; readonly parameters: readonly FormalParameter[]; readonly body: Node }
    | {
        readonly kind: 'interval'
        readonly start: Node
        readonly end: Node
        readonly includes: { readonly start: boolean; readonly end: boolean }
      }
    | { readonly kind: 'unary comparison'; readonly operator: CompareOperator; readonly endpoint: Node }
  )

export type NodeOf<Kind extends Node['kind']> = Node & { readonly kind: Kind }

/** Unary tests: `-` (any value), one or more tests, or `not(…)` with tests. */
export type Tests =
  | { readonly kind: 'any' }
  | { readonly kind: 'tests'; readonly tests: readonly Node[]; readonly isNegated: boolean }
