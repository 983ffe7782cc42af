import pg from 'pg'

/**
 * Returns the parser of a column type, as in node-postgres, except that `bigint` becomes a number (ours stay small) and
 * `date` stays text, because it has no time zone.
 */
export function readColumn(typeId: number): (text: string) => unknown {
  if (typeId === pg.types.builtins.INT8) return readSafeInteger
  if (typeId === pg.types.builtins.DATE) return (text) => text
  return pg.types.getTypeParser(typeId, 'text')
}

function readSafeInteger(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new Error(`Expected a whole number up to 2^53, but the database has ${text}.`)
  return value
}
