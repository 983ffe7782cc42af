import type { GlobalProperty, GlobalPropertyType } from '@millrace/contract'
import { sql } from 'kysely'
import { presentValue } from '../../operations/global-properties/change-global-property.ts'
import { findProperty, noSuchProperty } from '../../operations/global-properties/global-property.ts'
import type { User } from '../../platform/auth/user.ts'
import type { Database, Tx } from '../../platform/db/database.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import { runSql } from '../../platform/list/sql.ts'
import { readPeople } from '../../runtime/rights/people.ts'

export async function getGlobalProperty(db: Database, user: User, id: string): Promise<GlobalProperty | Refusal> {
  const { workplaceId } = user
  return db.read(user, async (tx) => {
    const row = await findProperty(tx, workplaceId, id)
    if (row === null) return noSuchProperty()
    const { key, name, description, is_secret, revision, created_by, updated_by } = row
    const [people, uses] = await Promise.all([
      readPeople(tx, workplaceId, [created_by, updated_by]),
      listUses(tx, workplaceId, key),
    ])
    return {
      id: row.id,
      key,
      name,
      description,
      type: row.type as GlobalPropertyType,
      value: is_secret ? null : presentValue(row),
      isSecret: is_secret,
      revision,
      createdAt: row.created_at.toISOString(),
      createdBy: people.find(created_by),
      updatedAt: row.updated_at.toISOString(),
      updatedBy: people.find(updated_by),
      uses,
    }
  })
}

/** That are shown. */
const mostUses = 50

/** Processes of applications whose last design has the words by which expressions read it. */
function listUses(tx: Tx, workplaceId: string, key: string): Promise<GlobalProperty['uses']> {
  return runSql(
    tx,
    sql`select p.application_id as "applicationId", p.id as "processId", p.name from app_process p
      join app_process_version v on v.workplace_id = p.workplace_id and v.process_id = p.id and v.version = p.version
      where p.workplace_id = ${workplaceId} and v.design_xml ~ ${`\\mglobals\\s*\\.\\s*${key}\\M`}
      order by p.name_key, p.id limit ${mostUses}`,
  )
}
