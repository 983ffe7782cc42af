import { env } from 'node:process'

/** Whether tests that walk through all cases take only some of them. `npm run soak` takes all. */
export const isSparing = env.MILLRACE_SOAK !== '1'

/**
 * Returns the values that the subject with this index is tested with: every third one, and another third with the next
 * subject, so that each value is tested with a third of the subjects. `npm run soak` tests all.
 */
export function valuesInTurn<T>(values: readonly T[], index: number): T[] {
  return values.filter((_, at) => !isSparing || (at + index) % 3 === 0)
}

export interface IdOfTable {
  readonly id: string
  readonly table: string
}

/** One of so many ids of other tables is tested with a path: a call that takes an id of another table is rare. */
const others = 8

/**
 * Returns the ids with which a path is tested: those of tables that share a word with the path, and an eighth of the
 * others, chosen by the length of the path. `npm run soak` tests all.
 */
export function idsForPath(path: string, all: readonly IdOfTable[]): string[] {
  const words = splitName(path)
  const some = all.filter(
    ({ table }, index) =>
      !isSparing || splitName(table).some((word) => words.includes(word)) || (index + path.length) % others === 0,
  )
  return some.map(({ id }) => id)
}

/**
 * Without endings, in which tables and addresses differ: `process_definition`, `/processes`; `task`, `/tasks`. Names of
 * parameters such as `:userId` are two words.
 */
function splitName(name: string): string[] {
  const apart = name.replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase()
  return [...apart.matchAll(/[a-z]{3,}/g)].flatMap(([word]) => {
    const start = word.slice(0, 5).replace(/s$/, '')
    return [start, ...(otherWords[start] ?? [])]
  })
}

/** Words of addresses for rows of tables with another name. An execution is an instance or a scope in it. */
const otherWords: Readonly<Record<string, readonly string[]>> = {
  execu: ['insta'],
  activ: ['insta'],
  appfo: ['form'],
}
