import type { Statement } from '../../platform/db/batch.ts'
import { notifyMentionedStatement } from '../../runtime/notices/notify-mentions.ts'

export interface CommentRow {
  readonly workplaceId: string
  readonly id: string
  /** The id of the task; null for a comment or file of an instance. */
  readonly taskId: string | null
  readonly instanceId: string | null
  readonly rootId: string | null
  readonly username: string
  readonly message: string
  readonly at: Date
}

export function insertCommentStatement(row: CommentRow): Statement {
  const { workplaceId, id, taskId, instanceId, rootId, username, message, at } = row
  return {
    name: 'task_comment_insert',
    text: 'insert into task_comment (workplace_id, id, task_id, instance_id, root_id, user_id, message, created_at) values ($1, $2, $3, $4, $5, $6, $7, $8)',
    values: [workplaceId, id, taskId, instanceId, rootId, username, message, at.toISOString()],
  }
}

export interface Mentioning {
  readonly workplaceId: string
  readonly commentId: string
  /** Ids of users. */
  readonly users: readonly string[]
  readonly by: string
  readonly at: Date
}

/**
 * Returns the statements that replace the mentions of a comment and notify newly mentioned users. Users who were
 * notified before are not notified again; pending notifications of removed mentions are deleted.
 */
export function mentionStatements({ workplaceId, commentId, users, by, at }: Mentioning): readonly Statement[] {
  return [
    {
      name: 'comment_mention_delete',
      text: 'delete from comment_mention where workplace_id = $1 and comment_id = $2 and user_id <> all($3::uuid[])',
      values: [workplaceId, commentId, users],
    },
    {
      name: 'comment_mention_insert',
      text: `insert into comment_mention (workplace_id, comment_id, user_id, mentioned_by, created_at)
        select $1, $2, id, $4, $5 from unnest($3::uuid[]) m(id) on conflict do nothing`,
      values: [workplaceId, commentId, users, by, at.toISOString()],
    },
    ...(users.length === 0 ? [] : [notifyMentionedStatement({ workplaceId, commentId, at })]),
  ]
}
