import type { Statement } from '../../platform/db/batch.ts'
import { noticeSql, recipientNames } from '../save/notice-statements.ts'

/**
 * Returns the statement that notifies newly mentioned users of a comment, except its author. It runs after the rows of
 * the mentions, in the same commit, and returns usernames.
 */
export function notifyMentionedStatement({
  workplaceId,
  commentId,
  at,
}: {
  readonly workplaceId: string
  readonly commentId: string
  readonly at: Date
}): Statement {
  return {
    name: notifyMentionedName,
    text: noticeSql({
      source: `select m.workplace_id, uuidv7() as id, 'mentioned' as kind, p.username, c.task_id, c.instance_id,
          null::timestamptz as due_at, null::text as outcome, m.comment_id, m.mentioned_by as told_by
        from marked m join task_comment c on c.workplace_id = $1 and c.id = m.comment_id
        join app_user p on p.workplace_id = $1 and p.id = m.user_id and p.username is distinct from m.mentioned_by`,
      before:
        'marked as (update comment_mention set told_at = $2 where workplace_id = $1 and comment_id = $3 and told_at is null returning *), ',
      last: recipientNames,
    }),
    values: [workplaceId, at.toISOString(), commentId],
  }
}

export const notifyMentionedName = 'notice_tell_mentioned'
