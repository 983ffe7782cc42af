import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export interface Migration {
  readonly number: number
  /** The file's name. */
  readonly name: string
  readonly sql: string
  readonly checksum: string
}

/** The migrations of this program, in order. */
export function readMigrations(folder: string = migrationsFolder): Migration[] {
  return readdirSync(folder)
    .filter((name) => /^\d{4}_.+\.sql$/.test(name))
    .sort()
    .map((name, index) => {
      const number = Number(name.slice(0, 4))
      if (number !== index + 1)
        throw new Error(`Expected migration ${index + 1}, but found ${name}. Numbers follow each other without gaps.`)
      const sql = readFileSync(join(folder, name), 'utf8').replaceAll('\r\n', '\n')
      return { number, name, sql, checksum: createHash('sha256').update(sql).digest('hex') }
    })
}

const migrationsFolder = join(import.meta.dirname, '../../../migrations')
