import type { GlobalProperty, GlobalPropertyType } from '@millrace/contract'
import { sql } from 'kysely'
import type { AppContext } from '../../app-context.ts'
import { presentValue } from '../../operations/global-properties/change-global-property.ts'
import { presentEnvironmentValues } from '../../operations/global-properties/environment-values.ts'
import { globalPropertyRecord } from '../../operations/global-properties/global-property.ts'
import { noSuch } from '../../operations/records/find-record.ts'
import type { Request } from '../../platform/auth/request.ts'
import { Refusal } from '../../platform/errors/refusal.ts'
import { runSql } from '../../platform/list/sql.ts'
import { environmentOf } from '../../runtime/look-ups/environment.ts'
import { readPeople } from '../../runtime/rights/people.ts'
import { listUses } from './list-uses.ts'

export async function getGlobalProperty(
  context: Pick<AppContext, 'db' | 'runtime'>,
  request: Request,
  id: string,
): Promise<GlobalProperty | Refusal> {
  const { workplaceId } = request
  const found = await context.db.read(request, async (tx) => {
    const row = await globalPropertyRecord.find(tx, workplaceId, id)
    if (row === null) return noSuch(globalPropertyRecord)
    const { key, name, description, is_secret, revision, created_by, updated_by } = row
    const [here] = await runSql<{ name: string | null }>(tx, sql`select ${environmentOf(workplaceId)} as name`)
    const people = await readPeople(tx, workplaceId, [created_by, updated_by])
    return {
      id: row.id,
      key,
      name,
      description,
      type: row.type as GlobalPropertyType,
      value: is_secret ? null : presentValue(row),
      isSecret: is_secret,
      isPerEnvironment: row.is_per_environment,
      environments: presentEnvironmentValues(row),
      environment: here?.name ?? '',
      revision,
      createdAt: row.created_at.toISOString(),
      createdBy: people.find(created_by),
      updatedAt: row.updated_at.toISOString(),
      updatedBy: people.find(updated_by),
    }
  })
  return found instanceof Refusal ? found : { ...found, uses: await listUses(context, request, found.key) }
}
