/**
 * Splits the types of all tables into a file for each table and one that names them, so that two branches that add a
 * table do not conflict.
 *
 * @param text the output of kysely-codegen: first the types that tables share, then an interface for each table and
 * view, last `DB`, which names them.
 * @returns texts by path, relative to the folder of the database.
 */
export function splitDbTypes(text: string): Map<string, string> {
  const [head = '', ...parts] = text.split(/^export interface /m)
  const index = parts.pop() ?? ''
  const shared = [...head.matchAll(/^export type (\w+)/gm)].map(([, name = '']) => name)
  const files = new Map<string, string>()
  const imports: string[] = []
  const columnTypes = 'tables/column-types.gen.ts'
  files.set(columnTypes, withNotice(head.slice(head.indexOf('import'))))
  for (const part of parts) {
    const [name = ''] = part.split(' ', 1)
    const table = findTable(index, name)
    const used = ['ColumnType', ...shared].filter((type) => new RegExp(`\\b${type}\\b`).test(part))
    const own = used.filter((type) => type !== 'ColumnType')
    const head = [
      ...(used.includes('ColumnType') ? ["import type { ColumnType } from 'kysely'"] : []),
      ...(own.length > 0 ? [`import type { ${own.join(', ')} } from './column-types.gen.ts'`] : []),
    ]
    files.set(`tables/${table}.gen.ts`, withNotice(`${[...head, ''].join('\n')}\nexport interface ${part}`))
    imports.push(`import type { ${name} } from './tables/${table}.gen.ts'`)
  }
  files.set('schema.gen.ts', withNotice(`${imports.join('\n')}\n\nexport interface ${index}`))
  return files
}

/** The name of the table whose rows have that type. */
function findTable(index: string, type: string): string {
  const found = new RegExp(`^ {2}["']?([\\w.]+)["']?: ${type};$`, 'm').exec(index)
  if (found?.[1] === undefined) throw new Error(`Expected DB to name a table of ${type}, but it does not.`)
  return found[1]
}

function withNotice(text: string): string {
  return `// Written by scripts/generate-db-types.ts: do not edit.\n${text.trim()}\n`
}
