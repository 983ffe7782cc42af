import type { ProcessModel } from '@millrace/bpmn'
import { categoryLimits, homeCategory, limits, patterns } from '@millrace/contract'
import type { Actor } from '../../platform/db/actor.ts'
import type { Statement } from '../../platform/db/batch.ts'
import type { Deployed } from './deployed.ts'

/**
 * Returns the statements that put processes into the categories that their models name, creating missing ones.
 * Assignments by users stay; processes whose models no longer name a category return to Home only.
 */
export function categoryStatements(
  { workplaceId, userId }: Actor,
  { processes, deployedAt }: Deployed,
  newId: () => string,
): Statement[] {
  const named = processes.flatMap(({ model }) => {
    const name = categoryOf(model)
    return name === null ? [] : [{ key: model.id, name }]
  })
  const unnamed = processes.flatMap(({ model }) => (categoryOf(model) === null ? [model.id] : []))
  return [
    {
      name: 'deployed_category_gone',
      text: 'delete from process_category where workplace_id = $1 and process_key = any($2::text[]) and is_from_model',
      values: [workplaceId, unnamed],
    },
    ...(named.length === 0
      ? []
      : [
          {
            name: 'deployed_category_lock',
            text: `select pg_advisory_xact_lock(hashtextextended('millrace categories ' || $1::text, 0))`,
            values: [workplaceId],
          },
          {
            name: 'deployed_category_made',
            text: `insert into category (workplace_id, id, name, position, created_at, created_by, updated_at, updated_by)
              select $1, n.id, n.name, (select coalesce(max(position), -1) from category where workplace_id = $1 and parent_id is null) + n.number, $5, $4, $5, $4
              from (select distinct on (lower(name)) id, name, number from unnest($2::uuid[], $3::text[]) with ordinality t (id, name, number) order by lower(name), number) n
              where not exists (select from category c where c.workplace_id = $1 and lower(c.name) = lower(n.name))
              order by n.number limit greatest(0, $6 - (select count(*) from category where workplace_id = $1))`,
            values: [
              workplaceId,
              named.map(() => newId()),
              named.map(({ name }) => name),
              userId,
              deployedAt,
              categoryLimits.categories,
            ],
          },
          {
            name: 'deployed_category_placed',
            text: `insert into process_category (workplace_id, process_key, category_id, is_from_model)
              select $1, n.key, c.id, true from unnest($2::text[], $3::text[]) n (key, name)
              join category c on c.workplace_id = $1 and lower(c.name) = lower(n.name)
              on conflict (workplace_id, process_key) do update set category_id = excluded.category_id
                where process_category.is_from_model and process_category.category_id is distinct from excluded.category_id`,
            values: [workplaceId, named.map(({ key }) => key), named.map(({ name }) => name)],
          },
        ]),
  ]
}

/**
 * Returns the property `category` of the process, when it is a valid name of a category. Its BPMN attribute is a
 * namespace.
 */
function categoryOf({ properties }: ProcessModel): string | null {
  const name = properties.category?.trim() ?? ''
  const isName = name.length <= limits.name && patterns.name.regex.test(name)
  return isName && name.toLowerCase() !== homeCategory.toLowerCase() ? name : null
}
