import type { Command, InstanceState, LoadedRows } from '@millrace/engine'

/** Remembers which runs were too heavy for the event loop recently, so that the next ones start in a worker thread. */
export interface HeavyRuns {
  has(key: string): boolean
  add(key: string): void
}

const heavyForMs = 60_000
const maxKeys = 1000

export function createHeavyRuns(clock: () => number = Date.now): HeavyRuns {
  const until = new Map<string, number>()
  return {
    has: (key) => {
      const end = until.get(key)
      if (end === undefined || end > clock()) return end !== undefined
      until.delete(key)
      return false
    },
    add: (key) => {
      until.delete(key)
      until.set(key, clock() + heavyForMs)
      for (const oldest of until.keys()) {
        if (until.size <= maxKeys) return
        until.delete(oldest)
      }
    },
  }
}

/** Returns the key under which runs of the same command on the same definition count as similar. */
export function heavyKey(
  workplaceId: string,
  { rootId, instances }: Pick<LoadedRows, 'rootId' | 'instances'> | Pick<InstanceState, 'rootId' | 'instances'>,
  command: Command,
): string {
  const root = 'get' in instances ? instances.get(rootId) : instances.find(({ id }) => id === rootId)
  const definitionId = 'definition' in command ? command.definition.id : (root?.definitionId ?? '')
  return `${workplaceId} ${definitionId} ${command.type}`
}
