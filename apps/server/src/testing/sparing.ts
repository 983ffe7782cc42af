import { env } from 'node:process'

/** Whether tests that walk through all cases take only some of them. `npm run soak` takes all. */
export const isSparing = env.MILLRACE_SOAK !== '1'

export interface IdOfTable {
  readonly id: string
  readonly table: string
}

/**
 * Returns the ids with which a path is tested: those of tables that share a word with the path, and a third of the
 * others, chosen by the length of the path. `npm run soak` tests all.
 */
export function idsForPath(path: string, all: readonly IdOfTable[]): string[] {
  const words = splitName(path)
  const some = all.filter(
    ({ table }, index) =>
      !isSparing || splitName(table).some((word) => words.includes(word)) || (index + path.length) % 3 === 0,
  )
  return some.map(({ id }) => id)
}

/** Without endings, which tables and addresses differ in: `process_definition`, `/processes`, `/processengine`. */
function splitName(name: string): string[] {
  return [...name.toLowerCase().matchAll(/[a-z]{3,}/g)].map(([word]) => word.slice(0, 5))
}
