import { moveRows } from './move-rows.ts'
import type { Moving } from './moving.ts'

interface CommentRow {
  readonly id_: string
  readonly time_: string
  readonly user_id_: string | null
  readonly task_id_: string | null
  readonly proc_inst_id_: string | null
  readonly root_proc_inst_id_?: string | null
  readonly message_: string | null
  readonly full_msg_: Buffer | null
}

/** Moves comments of tasks and instances, running and ended. */
export async function moveComments(moving: Moving): Promise<void> {
  const { actor, ids, source, from } = moving
  const idOrNull = (id: string | null | undefined) => (id == null ? null : ids.of(id))
  const { workplaceId } = actor
  let { done } = from
  const comments = source.portions<CommentRow>('act_hi_comment', `type_ = 'comment'`, [], {
    size: 200,
    after: from.after,
  })
  for await (const rows of comments) {
    await moveRows(moving, {
      kind: 'comment',
      title: 'comments',
      rows,
      idOf: ({ id_ }) => id_,
      write: (row) => [
        {
          name: 'task_comment_move',
          text: `insert into task_comment (workplace_id, id, task_id, instance_id, root_id, user_id, message, created_at)
            values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict do nothing`,
          values: [
            workplaceId,
            ids.of(row.id_),
            idOrNull(row.task_id_),
            idOrNull(row.proc_inst_id_),
            idOrNull(row.root_proc_inst_id_),
            row.user_id_,
            row.full_msg_?.toString('utf8') ?? row.message_ ?? '',
            row.time_,
          ],
        },
      ],
    })
    if (moving.isStopped()) return
    done += rows.length
    await moving.reached({ after: rows.at(-1)?.id_ ?? '', done, total: null })
  }
}
