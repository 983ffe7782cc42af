import { StartFailure } from '../../../platform/start-failure.ts'
import type { Columns } from './dialects/dialect.ts'
import type { SourceTables } from './open-source.ts'

/**
 * Reads which product wrote a database.
 *
 * @throws StartFailure when it has no tables of Camunda 7.18 or later.
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
  const missing = ofCamunda.filter((table) => !columns.has(table))
  if (missing.length > 0)
    throw new StartFailure(
      `Expected a database of Camunda 7.18 to 7.24, Operaton, CIB seven or Fluxnova, but its schema is “${schema}” and it lacks ${missing.join(', ')}. Nothing was moved.`,
    )
  const [last] = await tables.select<{ version_: string }>(
    'act_ge_schema_log',
    'true order by t.timestamp_ desc, t.id_ desc limit 1',
  )
  const installation =
    [...properties].find(([name]) => name.endsWith('.installation.id') || name === 'installationId')?.[1] ?? 'camunda'
  return { installation, product: `schema “${schema}”, version ${last?.version_ ?? 'before 7.11'}` }
}

/** Tables that Camunda 7.18 has, and Flowable or Activiti do not. */
const ofCamunda = ['act_ru_ext_task', 'act_ru_authorization', 'act_ru_incident', 'act_hi_varinst'] as const
