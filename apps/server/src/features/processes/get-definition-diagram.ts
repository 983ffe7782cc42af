import type { AnswerOf, processCalls } from '@millrace/contract'
import { canSeeDefinition, noSuchProcess } from '../../operations/processes/policy.ts'
import type { User } from '../../platform/auth/user.ts'
import type { Database } from '../../platform/db/database.ts'
import { findDefinition, readXml } from './definition-queries.ts'

/** The file of a process, for whoever may start it and for operators. */
export async function getDefinitionDiagram(
  db: Database,
  user: User,
  id: string,
): Promise<AnswerOf<typeof processCalls.definitionDiagram>> {
  return db.read(user, async (tx) => {
    const row = await findDefinition(tx, user.workplaceId, id)
    if (row === null || !canSeeDefinition(user, row)) throw noSuchProcess()
    return { xml: await readXml(tx, user.workplaceId, id), processKey: row.key }
  })
}
