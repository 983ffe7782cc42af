import { randomUUID } from 'node:crypto'
import type { Readable } from 'node:stream'
import { systemActor } from '../db/actor.ts'
import type { Statement } from '../db/batch.ts'
import type { Database } from '../db/database.ts'
import type { Signals } from '../db/signals.ts'
import { livePrefix, topics } from './topics.ts'

/** Records which tasks users have open in browser windows, and notifies other viewers of these tasks. */
export interface TaskViewers {
  follow(stream: Readable, viewer: Viewer): void
  close(): void
}

/** Milliseconds between two heartbeats of a server for open tasks, and after which a server without one is ignored. */
export const presence = { beat: 20_000, gone: 50_000 } as const

interface Viewer {
  readonly workplaceId: string
  readonly username: string
  readonly taskIds: readonly string[]
}

interface Options {
  readonly db: Database
  readonly clock: () => Date
  readonly signals: Pick<Signals, 'send'>
}

/**
 * Creates the registry of open tasks, with one row for each window and task. Closing a window deletes its rows; rows of
 * a crashed server expire after `presence.gone`, and another server deletes them.
 */
export function createTaskViewers({ db, clock, signals }: Options): TaskViewers {
  const open = new Map<string, Viewer>()
  /**
   * Writes the rows of task viewers. A failure is ignored, because showing a viewer too long or not at all does no
   * harm.
   *
   * @returns the rows of the first statement; null after a failure.
   */
  const write = (workplaceId: string, ...statements: readonly Statement[]) =>
    db
      .withTransaction(systemActor(workplaceId, 'presence'), (tx) => tx.commit(statements))
      .then(
        ([rows]) => rows ?? [],
        () => null,
      )
  const announce = (workplaceId: string, taskIds: readonly string[]) => {
    for (const id of taskIds) signals.send(livePrefix + topics.task(workplaceId, id))
  }

  const beatOf = async (workplaceId: string) => {
    const now = clock()
    const looks = [...open]
      .filter(([, one]) => one.workplaceId === workplaceId)
      .flatMap(([id, { username, taskIds }]) => taskIds.map((taskId) => ({ id, username, taskId })))
    const back = await write(
      workplaceId,
      // A server that was held up for long has had its rows removed by another one.
      {
        name: 'task_viewer_beat',
        text: `insert into task_viewer (workplace_id, task_id, stream_id, username, seen_at)
          select $1, l.*, $5 from unnest($2::uuid[], $3::uuid[], $4::text[]) l
          on conflict (workplace_id, task_id, stream_id) do update set seen_at = excluded.seen_at
          returning case when xmax = 0 then task_id end`,
        values: [
          workplaceId,
          looks.map(({ taskId }) => taskId),
          looks.map(({ id }) => id),
          looks.map(({ username }) => username),
          now.toISOString(),
        ],
      },
      {
        name: 'task_viewer_sweep',
        text: 'delete from task_viewer where workplace_id = $1 and seen_at < $2',
        values: [workplaceId, new Date(now.getTime() - presence.gone).toISOString()],
      },
    )
    announce(
      workplaceId,
      (back ?? []).flatMap(([taskId]) => taskId ?? []),
    )
  }
  /**
   * A window that closes waits for it, so that it does not come back. So does the next: of two at once each would find
   * that rows have been taken away, and say it.
   */
  let beating: Promise<unknown> = Promise.resolve()
  const beat = setInterval(() => {
    beating = beating.then(() =>
      Promise.all([...new Set([...open.values()].map(({ workplaceId }) => workplaceId))].map(beatOf)),
    )
  }, presence.beat).unref()

  return {
    follow: (stream, viewer) => {
      const { workplaceId, username, taskIds } = viewer
      if (taskIds.length === 0) return
      const id = randomUUID()
      open.set(id, viewer)
      const entered = write(workplaceId, {
        name: 'task_viewer_insert',
        text: `insert into task_viewer (workplace_id, task_id, stream_id, username, seen_at)
          select $1, task_id, $3, $4, $5 from unnest($2::uuid[]) t(task_id) on conflict do nothing`,
        values: [workplaceId, taskIds, id, username, clock().toISOString()],
      }).then((rows) => rows !== null && announce(workplaceId, taskIds))
      stream.once('close', () => {
        open.delete(id)
        void Promise.all([entered, beating])
          .then(() =>
            write(workplaceId, {
              name: 'task_viewer_delete',
              text: 'delete from task_viewer where workplace_id = $1 and stream_id = $2',
              values: [workplaceId, id],
            }),
          )
          .then((rows) => rows !== null && announce(workplaceId, taskIds))
      })
    },
    close: () => clearInterval(beat),
  }
}
