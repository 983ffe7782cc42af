import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export interface Migration {
  /** Its place in the order: a count, or a time as fourteen digits. */
  readonly number: number
  /** The file's name. */
  readonly name: string
  readonly sql: string
  readonly checksum: string
  /** Whether programs of the release before fail with the new schema: a line `-- contract` in the file. */
  readonly isContract: boolean
  /** Whether its statements run one by one outside a transaction: a line `-- online` in the file. */
  readonly isOnline: boolean
}

/**
 * Returns the migrations of this program, in order. The first have numbers of four digits; later ones begin with the
 * time when they were written, `20261128171500_name.sql`, so that two branches do not take one number.
 *
 * @throws when two have one number.
 */
export function readMigrations(folder: string = migrationsFolder): Migration[] {
  return readdirSync(folder)
    .filter((name) => /^(?:\d{4}|\d{14})_.+\.sql$/.test(name))
    .map((name) => ({ name, number: Number.parseInt(name, 10) }))
    .sort((one, other) => one.number - other.number)
    .map(({ name, number }, index, all) => {
      const before = all[index - 1]
      if (before?.number === number)
        throw new Error(`Expected one migration with the number ${number}, but ${before.name} and ${name} have it.`)
      const sql = readFileSync(join(folder, name), 'utf8').replaceAll('\r\n', '\n')
      const checksum = createHash('sha256').update(sql).digest('hex')
      return { number, name, sql, checksum, isContract: has(sql, 'contract'), isOnline: has(sql, 'online') }
    })
}

function has(sql: string, word: string): boolean {
  return sql.split('\n').includes(`-- ${word}`)
}

const migrationsFolder = join(import.meta.dirname, '../../../migrations')
