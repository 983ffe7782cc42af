import type { Node } from './syntax.ts'

/** The types of Java's numbers that a variable can have. */
export type NumberType = 'Integer' | 'Short' | 'Long' | 'Double'

/** A function that returns the stored type of a variable by its name; undefined for names without a variable. */
export type TypeOfName = (name: string) => string | undefined

/**
 * Returns the Java type of the number that an expression gives, null when its text does not say: literals and
 * whole arithmetic are Long (EL 2.2, clauses 1.3 and 1.7.1), a variable alone keeps its type, and `/` is always Double.
 */
export function findNumberType(node: Node, typeOf: TypeOfName): NumberType | null {
  switch (node.kind) {
    case 'literal':
      return literalType(node.value)
    case 'name':
      return asNumberType(typeOf(node.name))
    case 'unary':
      return node.operator === '-' ? findNumberType(node.operand, typeOf) : null
    case 'choice': {
      const type = findNumberType(node.yes, typeOf)
      return type === findNumberType(node.no, typeOf) ? type : null
    }
    case 'binary':
      return isArithmetic(node.operator) ? resultType(node, typeOf) : null
    default:
      return null
  }
}

function resultType({ operator, left, right }: Node & { kind: 'binary' }, typeOf: TypeOfName): NumberType {
  if (operator === '/') return 'Double'
  const types = [findNumberType(left, typeOf), findNumberType(right, typeOf)]
  return types.includes('Double') ? 'Double' : 'Long'
}

function literalType(value: unknown): NumberType | null {
  if (typeof value === 'bigint' || Number.isSafeInteger(value)) return 'Long'
  return typeof value === 'number' ? 'Double' : null
}

function asNumberType(type: string | undefined): NumberType | null {
  return type === 'Integer' || type === 'Short' || type === 'Long' || type === 'Double' ? type : null
}

function isArithmetic(operator: string): boolean {
  return '+-*/%'.includes(operator)
}
