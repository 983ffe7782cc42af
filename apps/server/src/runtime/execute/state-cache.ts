import type { InstanceState } from '@millrace/engine'
import { type KeptRun, keepRunOf, namesOf } from './kept-runs.ts'

/**
 * A cache of the rows of roots that this process has written recently. The next command decides on them and writes on
 * condition that the revision of the root is unchanged: one round trip and no loading (decision 5). Cached rows may be
 * out of date, but then the write fails.
 */
export interface StateCache {
  /** Before a command on a named thing, to be left when it is over. */
  enter(workplaceId: string, id: string): Visit
  /**
   * Stores the rows that a run has left, after its commit. If the run began with other rows than the cached ones,
   * because several commands met, they are merged.
   */
  keep(workplaceId: string, run: InstanceState, revision: number): void
  forget(workplaceId: string, rootId: string): void
  /** Drops all rows, when the database may have lost commits: revisions continue from its remaining rows. */
  forgetAll(): void
  /**
   * Whether it pays to read more of a root than a command needs: the last steps at it were of this process, a part of
   * it is in memory as of this revision, with room for more, and what the command names is not in that part.
   */
  isWorthMore(workplaceId: string, root: { readonly rootId: string; readonly revision: number }, id: string): boolean
}

/**
 * The work of one command on a root: the state of the root in memory when it began, and a function to call at its end.
 */
export interface Visit {
  /** Null when nothing is known, and while others are there: the root would change before this one could write. */
  readonly known: KnownState | null
  leave(): void
}

export interface KnownState {
  /** To be read through `forkState`. */
  readonly state: InstanceState
  /** `instance.revision` of the root that goes with the state. */
  readonly revision: number
}

/** The limits of the cache. The least recently used roots are dropped first. */
export interface StateBudget {
  readonly roots: number
  /** About 600 bytes each. */
  readonly rows: number
  /** Characters in the values of variables. */
  readonly text: number
}

const usualBudget: StateBudget = { roots: 2000, rows: 100_000, text: 32 * 1024 * 1024 }

/** One root has at most this share of it: the others would have to go for one that hardly fits. */
const largestShare = 1 / 2

/**
 * The number of steps after which more of a root is kept. With two processes that take turns at a root, each makes the
 * cache of the other out of date.
 */
const stepsBeforeMore = 3

interface Entry extends KnownState, KeptRun {
  /** Since it came to memory. */
  readonly steps: number
}

/**
 * Emptied when its root goes. A map whose keys come and go leaves tables behind that hold what was in it, and V8 keeps
 * them until the next full collection of garbage: without slots, with the rows of all roots that have ended meanwhile.
 */
interface Slot {
  entry: Entry | undefined
}

export function createStateCache(budget: StateBudget = usualBudget): StateCache {
  const roots = new Map<string, Slot>()
  const rootOf = new Map<string, string>()
  /** How many commands are at work on a root. */
  const visits = new Map<string, number>()
  /** Runs that came to be known before the one that they follow, whose commit has not been answered yet. */
  const ahead = new Map<string, Map<number, InstanceState>>()
  const total = { rows: 0, text: 0 }

  const count = ({ rows, text }: Entry, by: 1 | -1) => {
    total.rows += by * rows
    total.text += by * text
  }

  const remove = (key: string): void => {
    const slot = roots.get(key)
    if (slot?.entry === undefined) return
    const { entry } = slot
    slot.entry = undefined
    roots.delete(key)
    count(entry, -1)
    for (const id of namesOf(entry.state)) rootOf.delete(id)
  }

  /** In the place of what was known before, as the one that was used last. */
  const put = (key: string, entry: Entry, before: Entry | undefined): void => {
    if (before !== undefined) count(before, -1)
    const slot = roots.get(key) ?? { entry }
    slot.entry = entry
    roots.delete(key)
    roots.set(key, slot)
    count(entry, 1)
    for (const [oldest] of roots) {
      if (roots.size <= budget.roots && total.rows <= budget.rows && total.text <= budget.text) return
      remove(oldest)
    }
  }

  /** Puts what a run has left in the place of what was known. */
  const follow = (key: string, run: InstanceState, revision: number): void => {
    const known = roots.get(key)?.entry
    const isNext = known?.revision === revision - 1 && (known.state.isComplete || !run.isComplete)
    if (!isNext) remove(key)
    const before = isNext ? known : undefined
    const kept = keepRunOf(before ?? null, run)
    if (kept === null) {
      remove(key)
      return
    }
    const { named, gone, ...entry } = kept
    for (const id of gone) rootOf.delete(id)
    if (entry.rows > budget.rows * largestShare || entry.text > budget.text * largestShare) {
      remove(key)
      return
    }
    for (const id of named) rootOf.set(id, run.rootId)
    put(key, { ...entry, revision, steps: before === undefined ? 0 : before.steps + 1 }, before)
  }

  return {
    enter: (workplaceId, id) => {
      const rootId = rootOf.get(id)
      if (rootId === undefined) return { known: null, leave: () => {} }
      const key = keyOf(workplaceId, rootId)
      const others = visits.get(key) ?? 0
      visits.set(key, others + 1)
      return {
        known: others === 0 ? (roots.get(key)?.entry ?? null) : null,
        leave: () => {
          const left = (visits.get(key) ?? 1) - 1
          if (left > 0) visits.set(key, left)
          else {
            visits.delete(key)
            // What they follow was another process's.
            if (ahead.delete(key)) remove(key)
          }
        },
      }
    },
    keep: (workplaceId, run, revision) => {
      const key = keyOf(workplaceId, run.rootId)
      const known = roots.get(key)?.entry
      if (known !== undefined && known.revision > revision) return
      if (known !== undefined && known.revision < revision - 1 && (visits.get(key) ?? 0) > 1) {
        const waiting = ahead.get(key) ?? new Map<number, InstanceState>()
        ahead.set(key, waiting.set(revision, run))
        return
      }
      follow(key, run, revision)
      const waiting = ahead.get(key)
      for (let next = revision + 1, later = waiting?.get(next); later !== undefined; later = waiting?.get(++next)) {
        waiting?.delete(next)
        follow(key, later, next)
      }
      if (waiting?.size === 0) ahead.delete(key)
    },
    forget: (workplaceId, rootId) => remove(keyOf(workplaceId, rootId)),
    forgetAll: () => {
      for (const key of [...roots.keys()]) remove(key)
      ahead.clear()
    },
    isWorthMore: (workplaceId, { rootId, revision }, id) => {
      const entry = roots.get(keyOf(workplaceId, rootId))?.entry
      if (entry === undefined || entry.revision !== revision || entry.steps < stepsBeforeMore) return false
      return !rootOf.has(id) && entry.rows < (budget.rows * largestShare) / 2
    },
  }
}

function keyOf(workplaceId: string, rootId: string): string {
  return `${workplaceId} ${rootId}`
}
