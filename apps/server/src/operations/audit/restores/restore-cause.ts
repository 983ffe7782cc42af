/**
 * Returns the cause of a transaction that restores an entity: the call and the number of the revision.
 *
 * @param cause the cause of the call, as `Actor` has it.
 */
export function restoreCause(cause: string, number: number): string {
  return `${cause} ${number}`
}

/** Returns the revision to whose values an entity was restored, from the cause of the transaction; null for others. */
export function restoredFrom(cause: string | null): number | null {
  const [, path = '', ...rest] = cause?.split(' ') ?? []
  const number = rest.at(-1) ?? ''
  return path.endsWith('/admin/audit/entities/{entity}/states/{number}/restore') && /^\d{1,15}$/.test(number)
    ? Number(number)
    : null
}
