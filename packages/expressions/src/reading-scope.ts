import { ExpressionError, type Scope } from './expression.ts'

/** Creates a scope in which expressions can read variables but not write them. */
export function createReadingScope(
  seen: Pick<Scope, 'get' | 'names' | 'now' | 'zone' | 'userId' | 'allowance'>,
): Scope {
  return { ...seen, set: refuse, setLocal: refuse, remove: refuse, objects: {} }
}

function refuse(): never {
  throw new ExpressionError('Expected an expression that only reads, but it writes a variable.', { source: '' })
}
