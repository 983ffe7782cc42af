import { moveRows } from './move-rows.ts'
import type { Moving } from './moving.ts'
import { readBytes } from './source/read-hierarchies.ts'

interface AttachmentRow {
  readonly id_: string
  readonly user_id_: string | null
  readonly name_: string | null
  readonly description_: string | null
  readonly type_: string | null
  readonly task_id_: string | null
  readonly proc_inst_id_: string | null
  readonly root_proc_inst_id_?: string | null
  readonly url_: string | null
  readonly content_id_: string | null
  readonly create_time_?: string | null
  /** In Flowable. */
  readonly time_?: string | null
}

/** Moves attachments of tasks and instances, running and ended. */
export async function moveAttachments(moving: Moving): Promise<void> {
  const { actor, ids, source, runtime, from } = moving
  const idOrNull = (id: string | null | undefined) => (id == null ? null : ids.of(id))
  const { workplaceId } = actor
  let { done } = from
  const attachments = source.portions<AttachmentRow>('act_hi_attachment', 'true', [], { size: 20, after: from.after })
  for await (const rows of attachments) {
    const bytes = await readBytes(
      source,
      rows.map(({ content_id_ }) => content_id_),
    )
    await moveRows(moving, {
      kind: 'attachment',
      title: 'attachments',
      rows,
      idOf: ({ id_ }) => id_,
      write: (row) => [
        {
          name: 'task_attachment_move',
          text: `insert into task_attachment (workplace_id, id, task_id, instance_id, root_id, name, description, type, url, bytes, user_id, created_at)
            values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10::bytea, $11, $12) on conflict do nothing`,
          values: [
            workplaceId,
            ids.of(row.id_),
            idOrNull(row.task_id_),
            idOrNull(row.proc_inst_id_),
            idOrNull(row.root_proc_inst_id_),
            row.name_,
            row.description_,
            row.type_,
            row.url_,
            bytes.get(row.content_id_ ?? '') ?? null,
            row.user_id_,
            row.create_time_ ?? row.time_ ?? runtime.clock().toISOString(),
          ],
        },
      ],
    })
    if (moving.isStopped()) return
    done += rows.length
    await moving.reached({ after: rows.at(-1)?.id_ ?? '', done, total: null })
  }
}
