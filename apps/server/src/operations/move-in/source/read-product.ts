import { StartFailure } from '../../../platform/start-failure.ts'
import type { Columns } from './dialects/dialect.ts'
import type { SourceFamily, SourceTables } from './open-source.ts'

interface FoundProduct {
  readonly family: SourceFamily
  readonly product: string
  /** Names the installation, for ids that are only unique within it. */
  readonly installation: string
}

/**
 * Reads which product wrote a database.
 *
 * @throws StartFailure when its tables are not those of Camunda 7.18 to 7.24 or Flowable 6.8 to 8.0.
 */
export async function readProduct(tables: SourceTables, columns: Columns): Promise<FoundProduct> {
  if (!columns.has('act_ge_property') || !columns.has('act_ru_execution'))
    throw new StartFailure(
      'The source has no tables of Camunda, such as ACT_GE_PROPERTY and ACT_RU_EXECUTION. Nothing was moved. Check its database, its schema and the rights of its user.',
    )
  const rows = await tables.select<{ name_: string; value_: string }>('act_ge_property')
  const properties = new Map(rows.map(({ name_, value_ }) => [name_, value_]))
  const schema = properties.get('schema.version') ?? ''
  if (schema !== 'fox') return readFlowable(schema, columns)
  const missing = ofCamunda.filter((table) => !columns.has(table))
  if (missing.length > 0) throw refuse(`it lacks ${missing.join(', ').toUpperCase()}`)
  const [key, installation = 'camunda'] = [...properties].find(([name]) => name.endsWith('.installation.id')) ?? [
    '',
    properties.get('installationId'),
  ]
  const version = latestOf(await tables.select<{ version_: string | null }>('act_ge_schema_log'))
  if (version === null) throw refuse('its tables are older than version 7.11')
  const name = nameOf(key, version)
  const minor = minorOf(version)
  if (minor < oldest || minor > latest) throw refuse(`${name} wrote tables of version ${version}`)
  return { family: 'camunda', installation, product: `${name}, tables of version ${version}` }
}

/** Flowable writes its own version, such as 7.2.0.2, and has no id of an installation. */
function readFlowable(schema: string, columns: Columns): FoundProduct {
  if (!columns.has('act_ru_external_job'))
    throw refuse(
      `its schema is “${schema}”${/^\d/.test(schema) ? ', as Activiti and older versions of Flowable write it' : ''}`,
    )
  if (!/^(?:6\.8|7\.[0-2]|8\.0)(?:\.\d{1,9}){0,2}$/.test(schema))
    throw refuse(`Flowable wrote tables of version ${schema}`)
  return { family: 'flowable', installation: 'flowable', product: `Flowable, tables of version ${schema}` }
}

/** The products by the name of their id. CIB seven 2.0 has kept that of Camunda. */
const names: ReadonlyMap<string, string> = new Map([
  ['camunda.installation.id', 'Camunda or CIB seven'],
  ['operaton.installation.id', 'Operaton'],
  ['cibseven.installation.id', 'CIB seven'],
  ['fluxnova.installation.id', 'Fluxnova'],
])

function nameOf(key: string, version: string): string {
  // A fork that has kept the id of Camunda, and counts from 1 itself.
  if (key === 'camunda.installation.id' && minorOf(version) === latest && numbersOf(version).major < 7)
    return 'A fork of Camunda'
  return names.get(key) ?? 'Camunda or a fork of it'
}

/** Versions of the tables of Camunda 7: Operaton 1.0 has 7.24, CIB seven 1.1 and 2.0 have 7.22 and 7.23. */
const [oldest, latest] = [18, 24]

/**
 * Fluxnova begins with the tables of Camunda 7.24 as its version 1.0. 2.0 changes none of them, 3.0 adds columns, and 3.1
 * a table for settings of the engine.
 */
const [latestMajor, latestMinor] = [3, 1]

/** Tables that Camunda 7.18 has, and Activiti does not. */
const ofCamunda = ['act_ru_ext_task', 'act_ru_authorization', 'act_ru_incident', 'act_hi_varinst'] as const

function refuse(found: string): StartFailure {
  return new StartFailure(
    `Expected a database with the tables of Camunda 7.${oldest} to 7.${latest}, as Camunda, Operaton, CIB seven and Fluxnova have them, or of Flowable 6.8 to 8.0, but ${found}. Nothing was moved.`,
  )
}

/** Each upgrade adds a row, and those of one script have the same time. */
function latestOf(rows: readonly { readonly version_: string | null }[]): string | null {
  const versions = rows.flatMap(({ version_ }) => (version_ === null ? [] : [version_]))
  return versions.sort((a, b) => minorOf(a) - minorOf(b) || forkOrder(a) - forkOrder(b)).at(-1) ?? null
}

/** A fork that counts from 1 does so on top of the versions of Camunda. */
function forkOrder(version: string): number {
  const { major, minor } = numbersOf(version)
  return major === 7 ? 0 : major * 10_000 + minor
}

/**
 * Returns which tables of Camunda 7 a version has: 24 for 7.24.1 or 7.24.0-ee. Forks began with those of 7.22 or later,
 * and may count from 1 themselves. 0 for older and unreadable versions, infinity for newer ones.
 */
export function minorOf(version: string): number {
  const { major, minor } = numbersOf(version)
  if (major === 7) return minor
  if (major > 7 || (major === latestMajor && minor > latestMinor)) return Number.POSITIVE_INFINITY
  return major >= 1 && major <= latestMajor ? latest : 0
}

/** The first two numbers of a version; 0 when it has none. */
function numbersOf(version: string): { readonly major: number; readonly minor: number } {
  const [, major = '0', minor = '0'] = /^(\d{1,4})\.(\d{1,4})(?!\d)/.exec(version) ?? []
  return { major: Number(major), minor: Number(minor) }
}
