import { sql } from 'kysely'
import { createStoredContent } from '../../platform/uploads/stored-content.ts'
import { type Call, FileContent } from '../http/call.ts'
import type { Sql } from '../query/filters.ts'
import { runSql } from '../query/list-query.ts'
import { contentTypeOf } from './content-type.ts'

/**
 * Returns the name of the picture that was deployed with a definition `d`, in SQL; null when there is no picture. The
 * names follow Camunda (`AbstractDefinitionDeployer`): for the process `trip` in `travel.bpmn` the picture is
 * `travel.trip.png` or `travel.png`, and so on for the other types.
 */
export function diagramName(): Sql {
  const base = sql`regexp_replace(d.resource_name, '(bpmn20\.xml|bpmn|dmn11\.xml|dmn)$', '')`
  const names = sql.join(types.flatMap((type) => [sql`${base} || d.key || ${`.${type}`}`, sql`${base} || ${type}`]))
  return sql`(select r.name from deployment_resource r where r.workplace_id = d.workplace_id and r.deployment_id = d.deployment_id
    and r.name = any(array[${names}]) order by array_position(array[${names}], r.name) limit 1)`
}

/** In the order in which they are looked for. */
const types = ['png', 'jpg', 'gif', 'svg']

/** `GET …/diagram`: returns the picture of a definition, or 204 when no picture was deployed with it. */
export async function readDiagram(
  call: Call,
  table: 'process_definition' | 'decision_definition' | 'decision_requirements',
  { id, deploymentId }: { readonly id: string; readonly deploymentId: string },
): Promise<FileContent | undefined> {
  const { workplaceId } = call.actor
  const [picture] = await call.runtime.db.read(call.actor, (tx) =>
    runSql<{ id: string; name: string; size: number }>(
      tx,
      sql`select r.id, r.name, octet_length(r.bytes) as size from ${sql.table(table)} d
        join deployment_resource r on r.workplace_id = d.workplace_id and r.deployment_id = d.deployment_id
        where d.workplace_id = ${workplaceId}::uuid and d.id = ${id}::uuid and r.name = ${diagramName()}`,
    ),
  )
  if (picture === undefined) return undefined
  const { name, size } = picture
  const content = createStoredContent(call.runtime.db, {
    ...{ table: 'deployment_resource', workplaceId, id: picture.id, size },
    among: [deploymentId],
  })
  // It is sent as an attachment, so that no browser runs what an SVG has in it.
  const type = name.endsWith('.svg') ? 'image/svg+xml' : contentTypeOf(name)
  return new FileContent(content, type, name.split('/').at(-1) ?? name)
}
