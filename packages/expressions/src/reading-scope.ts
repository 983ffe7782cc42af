import { ExpressionError, type Scope } from './expression.ts'

/** What an expression sees that may read variables and write none. */
export function createReadingScope(
  seen: Pick<Scope, 'get' | 'names' | 'now' | 'zone' | 'userId' | 'allowance'>,
): Scope {
  return { ...seen, set: refuse, setLocal: refuse, remove: refuse, objects: {} }
}

function refuse(): never {
  throw new ExpressionError('Expected an expression that only reads, but it writes a variable.', { source: '' })
}
