import {
  type ConnectionSettings,
  connectionSettings,
  type FolderListener,
  type ListenerKind,
  type MailListener,
  type QueueListener,
  type TopicListener,
} from '@millrace/contract'
import { sql } from 'kysely'
import type { Tx } from '../../platform/db/database.ts'
import { runSql } from '../../platform/list/sql.ts'
import { connectionIn } from '../../runtime/look-ups/environment.ts'
import type { Reached } from '../../runtime/look-ups/rest/reached.ts'
import type { Runtime } from '../../runtime/runtime.ts'
import { settingsOf } from './listener.ts'
import type { Seen } from './watch-folder.ts'

/** The settings of a listener that the server checks regularly, instead of waiting for calls. */
type WatchSettings = FolderListener | MailListener | QueueListener | TopicListener

/** A watched folder, a mail inbox, a queue or a topic: the data that its job loads before a check. */
export interface Watch<Settings extends WatchSettings = FolderListener> {
  readonly id: string
  readonly workplaceId: string
  readonly settings: Settings
  readonly reached: Reached
  /**
   * The id of the connection that replaces that of the API in the environment of the workplace; empty: none. Its files,
   * mails and messages are different ones, even with equal names and numbers.
   */
  readonly standIn: string
  /** The name of that connection if it is disabled; null: it is not. */
  readonly disabled: string | null
  readonly seen: Seen
}

/** A watched folder, a mail inbox, a queue or a topic. */
export type AnyWatch = Watch | Watch<MailListener> | Watch<QueueListener> | Watch<TopicListener>

/**
 * Reads the watched folder, mail inbox, queue or topic of a listener with its connection. Null when it does not exist or is disabled, or
 * its API, the connection of the API or its external system is.
 *
 * @param connectionId another connection than the one that the API is reached by now; null: that one.
 */
export async function findWatch(
  tx: Tx,
  workplaceId: string,
  id: string,
  connectionId: string | null = null,
): Promise<AnyWatch | null> {
  const [row] = await runSql<{
    kind: ListenerKind
    settings: object
    connection: object
    connection_id: string
    is_stand_in: boolean
    disabled: string | null
    connection_revision: number
    sealed: Buffer | null
    other_secrets: Buffer | null
    seen: Seen | null
  }>(
    tx,
    sql`select l.kind, l.settings, c.settings as connection, c.id as connection_id, c.stands_for is not null as is_stand_in,
        case when c.disabled_at is not null then c.name end as disabled, c.revision as connection_revision, c.sealed, c.other_secrets, t.seen
      from external_listener l
        join external_api p on p.workplace_id = l.workplace_id and p.id = l.api_id and p.disabled_at is null
        join external_connection b on b.workplace_id = p.workplace_id and b.id = p.connection_id and b.disabled_at is null
        join external_connection c on c.workplace_id = p.workplace_id and c.id = case when ${connectionId}::uuid is null then ${connectionIn(workplaceId)} else ${connectionId}::uuid end
        join external_system s on s.workplace_id = l.workplace_id and s.id = l.system_id and s.disabled_at is null
        left join external_listener_state t on t.workplace_id = l.workplace_id and t.listener_id = l.id
      where l.workplace_id = ${workplaceId} and l.id = ${id} and l.kind <> 'webhook' and l.disabled_at is null`,
  )
  if (row === undefined) return null
  const settings = settingsOf(row)
  if (settings.kind === 'webhook') return null
  const connection: ConnectionSettings = connectionSettings.parse(row.connection)
  const watch = {
    id,
    workplaceId,
    reached: {
      workplaceId,
      connectionId: row.connection_id,
      connectionRevision: row.connection_revision,
      connection,
      sealed: row.sealed,
      otherSealed: row.other_secrets,
    },
    standIn: row.is_stand_in ? row.connection_id : '',
    disabled: row.disabled,
    seen: row.seen ?? {},
  }
  switch (settings.kind) {
    case 'folder':
      return { ...watch, settings }
    case 'mail':
      return { ...watch, settings }
    case 'queue':
      return { ...watch, settings }
    case 'topic':
      return { ...watch, settings }
    default:
      return settings satisfies never
  }
}

export function isFolderWatch(watch: AnyWatch): watch is Watch {
  return watch.settings.kind === 'folder'
}

/**
 * Returns the watch with the connection by which a file or mail was claimed, because the workplace may have another
 * environment since. Null: that connection is disabled, so the claim waits.
 */
export async function watchOfClaim<W extends AnyWatch>(
  { db }: Pick<Runtime, 'db'>,
  watch: W,
  connectionId: string | null,
): Promise<W | null> {
  const { id, workplaceId, reached, settings } = watch
  if (connectionId === null || connectionId === reached.connectionId) return watch
  const found = await db.read({ workplaceId }, (tx) => findWatch(tx, workplaceId, id, connectionId))
  return found === null || found.disabled !== null || found.settings.kind !== settings.kind ? null : (found as W)
}
