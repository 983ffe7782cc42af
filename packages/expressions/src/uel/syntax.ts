/** The position of a node in the source: UTF-16 offsets, `to` exclusive. */
export interface Span {
  readonly from: number
  readonly to: number
}

export type BinaryOperator = '+' | '-' | '*' | '/' | '%' | '==' | '!=' | '<' | '>' | '<=' | '>=' | '&&' | '||'
export type UnaryOperator = '-' | '!' | 'empty'

/** The syntax tree of one UEL text. `height` is the longest way down to a leaf, so that evaluation cannot run deep. */
export type Node = Span & { readonly height: number } & (
    | { readonly kind: 'literal'; readonly value: string | number | bigint | boolean | null }
    | { readonly kind: 'name'; readonly name: string }
    | { readonly kind: 'property'; readonly base: Node; readonly key: Node }
    | { readonly kind: 'call'; readonly base: Node; readonly method: Node; readonly args: readonly Node[] }
    | { readonly kind: 'function'; readonly name: string; readonly args: readonly Node[] }
    | { readonly kind: 'unary'; readonly operator: UnaryOperator; readonly operand: Node }
    | { readonly kind: 'binary'; readonly operator: BinaryOperator; readonly left: Node; readonly right: Node }
    | { readonly kind: 'choice'; readonly test: Node; readonly yes: Node; readonly no: Node }
    | { readonly kind: 'composite'; readonly parts: readonly Node[] }
  )

/** A fault of the source, found while reading it. */
export class SyntaxFault extends Error {
  readonly at: Span

  constructor(message: string, at: Span) {
    super(message)
    this.at = at
  }
}
