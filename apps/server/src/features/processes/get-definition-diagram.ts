import type { AnswerOf, processCalls } from '@millrace/contract'
import { canSeeDefinition, noSuchProcess } from '../../operations/processes/policy.ts'
import type { Request } from '../../platform/auth/request.ts'
import type { Database } from '../../platform/db/database.ts'
import { findDefinition, readXml } from './definition-queries.ts'

/** Returns the BPMN file of a process, for users who may start it and for operators. */
export async function getDefinitionDiagram(
  db: Database,
  request: Request,
  id: string,
): Promise<AnswerOf<typeof processCalls.definitionDiagram>> {
  const { user } = request
  return db.read(request, async (tx) => {
    const row = await findDefinition(tx, user.workplaceId, id)
    if (row === null || !canSeeDefinition(user, row)) throw noSuchProcess()
    return { xml: await readXml(tx, user.workplaceId, id), processKey: row.key }
  })
}
