import { sql } from 'kysely'
import type { Call } from '../http/call.ts'
import { notFound } from '../http/rest-refusal.ts'
import { runSql } from '../query/list-query.ts'

/** Returns the content of one file of a deployment. */
export async function readResource(call: Call, deploymentId: string, name: string): Promise<Uint8Array> {
  const { workplaceId } = call.actor
  const [row] = await call.runtime.db.read(call.actor, (tx) =>
    runSql<{ bytes: Uint8Array }>(
      tx,
      sql`select bytes from deployment_resource where workplace_id = ${workplaceId}::uuid and deployment_id = ${deploymentId}::uuid and name = ${name}`,
    ),
  )
  if (row === undefined) throw notFound(`Deployment resource '${name}' does not exist.`)
  return row.bytes
}
