import type { Statement } from '../../platform/db/batch.ts'

/** A user or group that is related to a task in a role of its own name. */
export interface AdoptedLink {
  readonly taskId: string
  readonly type: string
  readonly userId: string | null
  readonly groupId: string | null
}

/**
 * Returns the statements for data of a root that is not written by executing it: links of tasks, and notes on
 * incidents.
 */
export function adoptedStatements(
  workplaceId: string,
  links: readonly AdoptedLink[],
  annotations: ReadonlyMap<string, string>,
): Statement[] {
  return [
    ...links.map((link) => ({
      name: 'task_link_adopt',
      text: 'insert into task_link (workplace_id, task_id, type, user_id, group_id) values ($1, $2, $3, $4, $5) on conflict do nothing',
      values: [workplaceId, link.taskId, link.type, link.userId, link.groupId],
    })),
    ...[...annotations].map(([id, annotation]) => ({
      name: 'incident_annotate_adopted',
      text: 'update incident set annotation = $3 where workplace_id = $1 and id = $2',
      values: [workplaceId, id, annotation],
    })),
  ]
}
