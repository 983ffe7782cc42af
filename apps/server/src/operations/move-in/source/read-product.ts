import { StartFailure } from '../../../platform/start-failure.ts'
import type { Columns } from './dialects/dialect.ts'
import type { SourceTables } from './open-source.ts'

/**
 * Reads which product wrote a database.
 *
 * @throws StartFailure when its tables are not those of Camunda 7.18 to 7.24.
 */
export async function readProduct(
  tables: SourceTables,
  columns: Columns,
): Promise<{ readonly product: string; readonly installation: string }> {
  if (!columns.has('act_ge_property') || !columns.has('act_ru_execution'))
    throw new StartFailure(
      'The source has no tables of Camunda, such as ACT_GE_PROPERTY and ACT_RU_EXECUTION. Nothing was moved. Check its database, its schema and the rights of its user.',
    )
  const rows = await tables.select<{ name_: string; value_: string }>('act_ge_property')
  const properties = new Map(rows.map(({ name_, value_ }) => [name_, value_]))
  const schema = properties.get('schema.version') ?? ''
  if (!schemas.has(schema)) throw refuse(`its schema is “${schema}”${schemaOfOthers(schema)}`)
  const missing = ofCamunda.filter((table) => !columns.has(table))
  if (missing.length > 0) throw refuse(`it lacks ${missing.join(', ').toUpperCase()}`)
  const [key, installation = 'camunda'] = [...properties].find(([name]) => name.endsWith('.installation.id')) ?? [
    '',
    properties.get('installationId'),
  ]
  const name = names.get(key) ?? 'Camunda or a fork of it'
  const version = latestOf(await tables.select<{ version_: string | null }>('act_ge_schema_log'))
  if (version === null) throw refuse('its tables are older than version 7.11')
  const minor = minorOf(version)
  if (!(minor >= oldest && minor <= latest)) throw refuse(`${name} wrote tables of version ${version}`)
  return { installation, product: `${name}, tables of version ${version}` }
}

/** Camunda and its forks have this one: their versions are in a table. */
const schemas: ReadonlySet<string> = new Set(['fox'])

/** The products by the name of their id. CIB seven 2.0 has kept that of Camunda. */
const names: ReadonlyMap<string, string> = new Map([
  ['camunda.installation.id', 'Camunda or CIB seven'],
  ['operaton.installation.id', 'Operaton'],
])

/** Versions of the tables of Camunda 7: Operaton 1.0 has 7.24, CIB seven 2.0 has 7.23. */
const [oldest, latest] = [18, 24]

/** Tables that Camunda 7.18 has, and Flowable or Activiti do not. */
const ofCamunda = ['act_ru_ext_task', 'act_ru_authorization', 'act_ru_incident', 'act_hi_varinst'] as const

function refuse(found: string): StartFailure {
  return new StartFailure(
    `Expected a database with the tables of Camunda 7.${oldest} to 7.${latest}, as Camunda, Operaton and CIB seven have them, but ${found}. Nothing was moved.`,
  )
}

/** Flowable and Activiti write the version of the product. */
function schemaOfOthers(schema: string): string {
  return /^\d/.test(schema) ? ', as Flowable and Activiti write it' : ''
}

/** Each upgrade adds a row, and those of one script have the same time. */
function latestOf(rows: readonly { readonly version_: string | null }[]): string | null {
  const versions = rows.flatMap(({ version_ }) => (version_ === null ? [] : [version_]))
  return versions.sort((a, b) => minorOf(a) - minorOf(b)).at(-1) ?? null
}

/** Returns 24 for 7.24.1, and 0 when it is no version 7. */
function minorOf(version: string): number {
  const [major, minor] = version.split('.')
  return major === '7' ? Number(minor ?? 0) : Number(major) > 7 ? Number.POSITIVE_INFINITY : 0
}
