import { env } from 'node:process'

/** Whether a walk takes only a part of what it could: all of it by `npm run soak`. */
export const isSparing = env.MILLRACE_SOAK !== '1'

export interface IdOfTable {
  readonly id: string
  readonly table: string
}

/**
 * The ids that an address is asked for: those of tables that have a word in common with it, which are the ones that it may
 * mean, and each third of the others, another third for an address of another length. All by `npm run soak`.
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
