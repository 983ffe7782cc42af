import { randomUUID } from 'node:crypto'
import type { Readable } from 'node:stream'
import { systemActor } from '../db/actor.ts'
import type { Database } from '../db/database.ts'
import type { Signals } from '../db/signals.ts'
import { livePrefix, topics } from './topics.ts'

/** Says which tasks are open in a window, for as long as its stream lasts. */
export interface TaskViewers {
  follow(stream: Readable, viewer: { workplaceId: string; username: string; taskIds: readonly string[] }): void
  close(): void
}

/** Milliseconds: between two signs of life of a server, and after which one that gives none counts as gone. */
export const presence = { beat: 20_000, gone: 50_000 } as const

interface Options {
  readonly db: Database
  readonly clock: () => Date
  readonly signals: Pick<Signals, 'send'>
}

/**
 * One row for each window and task. A window that closes takes its rows with it; a server that dies leaves some, which count
 * no more after `presence.gone` and which any other server removes.
 */
export function createTaskViewers({ db, clock, signals }: Options): TaskViewers {
  const open = new Map<string, { readonly workplaceId: string; readonly taskIds: readonly string[] }>()
  /** That somebody is seen a moment too long, or not, is no reason to fail. */
  const write = (workplaceId: string, ...statements: { name: string; text: string; values: readonly unknown[] }[]) =>
    db
      .withTransaction(systemActor(workplaceId, 'presence'), (tx) => tx.commit(statements))
      .then(
        () => true,
        () => false,
      )
  const tell = (workplaceId: string, taskIds: readonly string[]) => {
    for (const id of taskIds) signals.send(livePrefix + topics.task(workplaceId, id))
  }

  const beat = setInterval(() => {
    const now = clock()
    for (const workplaceId of new Set([...open.values()].map((one) => one.workplaceId))) {
      const own = [...open].filter(([, one]) => one.workplaceId === workplaceId).map(([id]) => id)
      void write(
        workplaceId,
        {
          name: 'task_viewer_beat',
          text: 'update task_viewer set seen_at = $3 where workplace_id = $1 and stream_id = any($2::uuid[])',
          values: [workplaceId, own, now.toISOString()],
        },
        {
          name: 'task_viewer_sweep',
          text: 'delete from task_viewer where workplace_id = $1 and seen_at < $2',
          values: [workplaceId, new Date(now.getTime() - presence.gone).toISOString()],
        },
      )
    }
  }, presence.beat).unref()

  return {
    follow: (stream, { workplaceId, username, taskIds }) => {
      if (taskIds.length === 0) return
      const id = randomUUID()
      open.set(id, { workplaceId, taskIds })
      const entered = write(workplaceId, {
        name: 'task_viewer_insert',
        text: `insert into task_viewer (workplace_id, task_id, stream_id, username, seen_at)
          select $1, task_id, $3, $4, $5 from unnest($2::uuid[]) t(task_id) on conflict do nothing`,
        values: [workplaceId, taskIds, id, username, clock().toISOString()],
      }).then((isDone) => isDone && tell(workplaceId, taskIds))
      stream.once('close', () => {
        open.delete(id)
        void entered
          .then(() =>
            write(workplaceId, {
              name: 'task_viewer_delete',
              text: 'delete from task_viewer where workplace_id = $1 and stream_id = $2',
              values: [workplaceId, id],
            }),
          )
          .then((isDone) => isDone && tell(workplaceId, taskIds))
      })
    },
    close: () => clearInterval(beat),
  }
}
