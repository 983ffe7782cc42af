import type { HistoryLevel } from '@millrace/contract'
import type { Database } from '../../platform/db/database.ts'
import type { Signals } from '../../platform/db/signals.ts'

/** A cache of the history levels of definitions, because each step needs them. */
export interface HistoryLevels {
  of(workplaceId: string, definitionId: string): HistoryLevel
  /** Stores the level that was read with a definition. */
  keep(workplaceId: string, definitionId: string, level: HistoryLevel): void
  /** Reads them again after a change, and has the other servers do so. */
  changed(): Promise<void>
}

interface LevelOptions {
  readonly db: Pick<Database, 'readEverywhere'>
  readonly signals?: Pick<Signals, 'subscribe' | 'send'>
}

const topic = 'history-levels'

/**
 * Creates the cache of history levels other than full. A definition brings its level when it is loaded. Changes arrive
 * by a notification, and every few seconds.
 */
export function createHistoryLevels({ db, signals }: LevelOptions): HistoryLevels {
  let levels = new Map<string, HistoryLevel>()
  const read = async () => {
    const found = await db.readEverywhere(
      (tx) =>
        tx.batch([
          {
            name: 'history_levels',
            text: `select workplace_id, id, history_level from process_definition where history_level <> 'full'`,
            values: [],
          },
          {
            name: 'history_levels_workplaces',
            text: 'select workplace_id from workplace where cell is null',
            values: [],
          },
        ]),
      { leavesOut: true },
    )
    const rows = found.flatMap(([rows = []]) => rows)
    const answered = new Set(found.flatMap(([, places = []]) => places.map(([workplaceId]) => workplaceId)))
    levels = new Map([
      // Of workplaces whose database is away they stay as they are.
      ...[...levels].filter(([key]) => !answered.has(key.slice(0, key.indexOf(' ')))),
      ...rows.map(([workplaceId, id, level]) => [`${workplaceId} ${id}`, level as HistoryLevel] as const),
    ])
  }
  // Without the database they stay as they are.
  signals?.subscribe(topic, () => void read().catch(() => {}))
  return {
    of: (workplaceId, definitionId) => levels.get(`${workplaceId} ${definitionId}`) ?? 'full',
    keep: (workplaceId, definitionId, level) => {
      const key = `${workplaceId} ${definitionId}`
      if (level === 'full') levels.delete(key)
      else levels.set(key, level)
    },
    changed: async () => {
      await read()
      signals?.send(topic)
    },
  }
}
