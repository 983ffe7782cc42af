import type { AdapterOutcome } from '@millrace/engine'
import type { OpenFolder } from '../../platform/outgoing/open-folder.ts'
import type { OpenMailbox } from '../../platform/outgoing/open-mailbox.ts'
import type { Adapter } from './adapter.ts'
import type { AdapterCall, OutsideOptions } from './adapter-call.ts'
import type { LendBroker } from './lend-broker.ts'
import { readAnswered, toOutcome } from './outcome.ts'
import { createOutside } from './outside.ts'
import type { Parameters } from './parameters.ts'
import type { Rows } from './read-rows.ts'
import type { Reached } from './rest/reached.ts'
import type { ReadTables } from './tables/read-tables.ts'
import type { TableQuery } from './tables/table-statements.ts'

/** Calls external systems, outside of any transaction, with a cache. */
export interface LookUps {
  /**
   * Returns the answer of an adapter for these parameters. Equal calls of the workplace share an answer for the cache
   * time of the adapter.
   */
  ask(adapter: Adapter, parameters: Parameters, options?: { readonly isFresh?: boolean }): Promise<Rows>
  /**
   * Calls an adapter for a process, without a cache, and returns the whole answer. A refusal of the service is an
   * answer too.
   * @throws OutgoingFailure when there is no answer.
   */
  call(adapter: Adapter, call: AdapterCall): Promise<AdapterOutcome>
  /** Writes the calls that are not in the log yet. */
  flushLog(): Promise<void>
  /**
   * Tests whether a connection leads to something that answers.
   *
   * @returns the key of an SFTP host; null for others.
   * @throws OutgoingFailure as `ask` does.
   */
  test(reached: Reached): Promise<string | null>
  /**
   * Lends the folder of a file connection.
   *
   * @throws OutgoingFailure as `ask` does.
   */
  useFolder<T>(reached: Reached, work: (folder: OpenFolder) => Promise<T>): Promise<T>
  /**
   * Lends the mailbox of a mail connection.
   *
   * @throws OutgoingFailure as `ask` does.
   */
  useMailbox<T>(reached: Reached, work: (mailbox: OpenMailbox) => Promise<T>): Promise<T>
  /**
   * Lends a queue of an AMQP connection.
   *
   * @throws OutgoingFailure as `ask` does.
   */
  readonly useQueue: LendBroker['useQueue']
  /** Lends a topic, as `useQueue` lends a queue. */
  readonly useTopic: LendBroker['useTopic']
  /**
   * Lists a page of the tables of a database connection.
   *
   * @throws OutgoingFailure as `ask` does.
   */
  listTables(reached: Reached, query: TableQuery): Promise<ReadTables>
}

/** Answers of one process that are kept, and characters in all of them. */
const maxEntries = 1_000
const maxCharacters = 20_000_000

interface Kept {
  readonly rows: Rows
  readonly until: number
  readonly size: number
}

export function createLookUps(options: OutsideOptions): LookUps {
  const { clock } = options
  const outside = createOutside(options)
  /** The oldest first. */
  const kept = new Map<string, Kept>()
  let characters = 0
  const asked = new Map<string, Promise<Rows>>()

  const keep = (key: string, rows: Rows, seconds: number) => {
    const size = rows.rows.reduce((sum, row) => sum + row.reduce((all, cell) => all + cell.length, 0), key.length)
    if (seconds === 0 || size > maxCharacters / 10) return
    drop(key)
    kept.set(key, { rows, until: clock().getTime() + seconds * 1000, size })
    characters += size
    for (const oldest of kept.keys()) {
      if (kept.size <= maxEntries && characters <= maxCharacters) break
      drop(oldest)
    }
  }
  const drop = (key: string) => {
    characters -= kept.get(key)?.size ?? 0
    kept.delete(key)
  }

  return {
    call: async (adapter, call) => toOutcome(await outside.carryOut(adapter, call)),
    ask: (adapter, parameters, { isFresh = false } = {}) => {
      const key = questionKey(adapter, parameters)
      const known = kept.get(key)
      if (!isFresh && known !== undefined && known.until > clock().getTime()) return Promise.resolve(known.rows)
      const running = asked.get(key)
      if (running !== undefined) return running
      const asking = outside
        .carryOut(adapter, {
          parameters,
          idempotencyKey: null,
          secrets: [],
          origin: isFresh ? 'trial' : 'form',
        })
        .then((answer) => {
          const rows = readAnswered(answer)
          keep(key, rows, adapter.settings.cacheSeconds)
          return rows
        })
        .finally(() => asked.delete(key))
      asked.set(key, asking)
      return asking
    },
    test: outside.test,
    useFolder: outside.useFolder,
    useMailbox: outside.useMailbox,
    useQueue: outside.useQueue,
    useTopic: outside.useTopic,
    listTables: outside.listTables,
    flushLog: outside.flushLog,
  }
}

/** Returns a key that is equal for look-ups that can share an answer. */
export function questionKey({ workplaceId, id, revision }: Adapter, parameters: Parameters): string {
  const given = Object.entries(parameters)
    .filter(([, value]) => value !== '')
    .sort(([one], [other]) => (one < other ? -1 : 1))
  return JSON.stringify([workplaceId, id, revision, given])
}
