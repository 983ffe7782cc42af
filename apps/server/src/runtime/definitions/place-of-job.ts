import { firstOf } from '../../platform/db/first-of.ts'

/**
 * Returns the SQL condition that a job `j` is of a job definition with the given alias: the same element, the same kind,
 * and the activity as a whole or one of its runs.
 */
export function placeOfJob(definition: string): string {
  return `${definition}.element_key = j.element_key and ${definition}.kind = j.kind
    and ${definition}.is_inner = (j.kind in ('before', 'after') and exists (select from element e where e.workplace_id = j.workplace_id and e.id = j.element_id and e.loop = 'run'))
    and ${definition}.definition_id = ${firstOf('j.definition_id', '(select i.definition_id from instance i where i.workplace_id = j.workplace_id and i.id = j.instance_id)')}`
}
