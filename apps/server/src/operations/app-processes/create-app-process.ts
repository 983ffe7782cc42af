import type { User } from '../../platform/auth/user.ts'
import type { Tx } from '../../platform/db/database.ts'
import { kysely } from '../../platform/db/kysely.ts'
import { Refusal } from '../../platform/errors/refusal.ts'
import { actorOf } from '../../runtime/actor.ts'
import { applicationRecord } from '../applications/application.ts'
import { findCategoryId } from '../applications/category.ts'
import type { OperationContext } from '../operation-context.ts'
import { loadRecord } from '../records/load-record.ts'
import { withFreeNames } from '../records/with-free-names.ts'
import { processRecord } from './app-process.ts'
import { changeDesignFile, type ReadDesignFile, readDesignFile } from './design-file.ts'
import { newDesign } from './new-design.ts'
import { refuseProcessDesigner } from './policy.ts'
import { versionStatement } from './process-versions.ts'

/** What a designer says of a process. */
export interface AppProcessDetails {
  readonly name: string
  readonly key: string
  /** Name of a category; null: that of the application. */
  readonly category: string | null
  readonly icon: string | null
  readonly documentation: string | null
  /** With commas between them. */
  readonly starterUsers: string | null
  readonly starterGroups: string | null
}

/** Makes a process with a start event and nothing else. @returns its id. */
export async function createAppProcess(
  context: OperationContext,
  user: User,
  { applicationId, details }: { readonly applicationId: string; readonly details: AppProcessDetails },
): Promise<string | Refusal> {
  const refusal = refuseProcessDesigner(user)
  if (refusal !== null) return refusal
  const { key, name, documentation, starterUsers, starterGroups } = details
  const xml = await changeDesignFile(context.runtime, user, {
    xml: newDesign(key),
    process: { key, details: { name, documentation, starterUsers, starterGroups } },
  })
  const design = await readDesignFile(context.runtime, user, { xml, key })
  if (design instanceof Refusal) return design
  return insertAppProcess(context, user, {
    applicationId,
    name,
    design,
    icon: details.icon,
    category: details.category,
  })
}

export interface InsertedProcess {
  readonly applicationId: string
  readonly name: string
  readonly design: ReadDesignFile
  readonly icon: string | null
  readonly category: string | null
}

/** @returns its id. */
export async function insertAppProcess(
  { db, clock, runtime }: OperationContext,
  user: User,
  { applicationId, name, design, icon, category }: InsertedProcess,
): Promise<string | Refusal> {
  const { workplaceId } = user
  const id = runtime.newId()
  const at = clock()
  return withFreeNames(processRecord, () =>
    db.withTransaction(actorOf(user), async (tx) => {
      const application = await loadRecord(tx, user, applicationRecord, applicationId)
      if (application instanceof Refusal) return application
      const found = await findCategoryId(tx, workplaceId, category)
      if (found instanceof Refusal) return found
      await insertProcessRow(tx, user, {
        id,
        applicationId: application.id,
        name,
        design,
        icon,
        categoryId: found.id,
        note: null,
        at,
      })
      return id
    }),
  )
}

interface ProcessRowToInsert extends Omit<InsertedProcess, 'category'> {
  readonly id: string
  readonly categoryId: string | null
  /** Of its first version. */
  readonly note: string | null
  readonly at: Date
}

/** The row of a process and its first version. */
export async function insertProcessRow(
  tx: Tx,
  user: User,
  { id, applicationId, name, design: { xml, process }, icon, categoryId, note, at }: ProcessRowToInsert,
): Promise<void> {
  const { workplaceId, username } = user
  await tx.query(
    kysely.insertInto('app_process').values({
      workplace_id: workplaceId,
      id,
      application_id: applicationId,
      name,
      process_key: process.key,
      category_id: categoryId,
      icon,
      documentation: process.documentation,
      starter_users: process.starterUsers,
      starter_groups: process.starterGroups,
      created_at: at,
      created_by: username,
      updated_at: at,
      updated_by: username,
    }),
  )
  await tx.batch([versionStatement(user, { processId: id, version: 1, xml, note, restoredFrom: null, savedAt: at })])
}
