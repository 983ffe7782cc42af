import { StartFailure } from '../../start-failure.ts'
import { readHosts } from '../hosts/read-hosts.ts'

/** The address of a further database, from the environment. */
export interface CellConfig {
  readonly name: string
  readonly url: string
}

/**
 * Reads the further databases of workplaces, such as `north=postgres://user:password@host/north
 * south=postgres://user:password@one,two/south`.
 *
 * @param text `MILLRACE_DATABASES`.
 * @param databaseUrl the first database; null when it is the embedded one.
 * @throws StartFailure naming the first invalid part, never with its address.
 */
export function readCells(text: string | null, databaseUrl: string | null): readonly CellConfig[] {
  const cells = (text ?? '')
    .split(/\s+/)
    .filter((part) => part !== '')
    .map(readCell)
  if (cells.length > 0 && databaseUrl === null)
    throw new StartFailure(
      'Expected DATABASE_URL beside MILLRACE_DATABASES: it is the database that knows where each workplace is.',
    )
  const names = new Set<string>()
  for (const { name } of cells) {
    if (names.has(name))
      throw new StartFailure(`Expected each name in MILLRACE_DATABASES once, but “${name}” is there twice.`)
    names.add(name)
  }
  return cells
}

function readCell(part: string, index: number): CellConfig {
  const [, name, url = ''] = /^([a-z][a-z0-9-]{0,29})=(.*)$/.exec(part) ?? []
  if (name !== undefined && readHosts(url) !== null) return { name, url }
  // Not quoted: it may hold a password.
  throw new StartFailure(
    `Expected each part of MILLRACE_DATABASES to be like north=postgres://user:password@host:5432/north, with blanks between the parts and a name of small letters, digits and hyphens, but part ${index + 1} is something else.`,
  )
}
