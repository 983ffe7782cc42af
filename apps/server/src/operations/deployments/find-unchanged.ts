import { sql } from 'kysely'
import type { Actor } from '../../platform/db/actor.ts'
import { kysely } from '../../platform/db/kysely.ts'
import { digestOf } from '../../platform/uploads/content.ts'
import { contentOf, type DeployRequest, type NewFile } from '../../runtime/deploy/deployed.ts'
import type { Runtime } from '../../runtime/runtime.ts'

interface Unchanged {
  /** The latest deployment of the same name; null when there is none. */
  readonly deploymentId: string | null
  /** Names of the files that are in it with the same content. */
  readonly unchanged: ReadonlySet<string>
}

interface ResourceRow {
  readonly id: string
  readonly file: string
  readonly digest: Buffer
}

/** Compares files with those of the latest deployment of the same name and tenant. */
export async function findUnchanged(
  runtime: Runtime,
  actor: Actor,
  { name, tenantId, files }: DeployRequest,
): Promise<Unchanged> {
  const { workplaceId } = actor
  const query = sql<ResourceRow>`select p.id, r.name as file, sha256(r.bytes) as digest from (
          select id from deployment where workplace_id = ${workplaceId}::uuid and name is not distinct from ${name} and tenant_id is not distinct from ${tenantId}
          order by deployed_at desc, id desc limit 1) p
        join deployment_resource r on r.workplace_id = ${workplaceId}::uuid and r.deployment_id = p.id`
  const rows = await runtime.db.read(actor, (tx) => tx.query<ResourceRow>({ compile: () => query.compile(kysely) }))
  const before = new Map(rows.map(({ file, digest }) => [file, digest]))
  const isSame = (file: NewFile) => before.get(file.name)?.equals(digestOf(contentOf(file))) === true
  return { deploymentId: rows[0]?.id ?? null, unchanged: new Set(files.filter(isSame).map((file) => file.name)) }
}
