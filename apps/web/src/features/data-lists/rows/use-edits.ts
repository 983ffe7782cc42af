import type { DataList } from '@millrace/contract'
import { useState } from 'react'
import { countEdits, type Edits, noEdits } from './grid-edits.ts'

interface History {
  readonly past: readonly Edits[]
  readonly now: Edits
  readonly future: readonly Edits[]
}

const nothing: History = { past: [], now: noEdits, future: [] }

/** Steps that can be undone. */
const maxSteps = 200

/** Returns the unsaved changes of the rows of a list, with undo and redo. */
export function useEdits({ version }: Pick<DataList, 'version'>) {
  const [history, setHistory] = useState(nothing)
  const [startedFrom, setStartedFrom] = useState(version)
  const isDirty = countEdits(history.now) > 0
  return {
    now: history.now,
    isDirty,
    /** The version that the changes were started with: who has changed the same rows since is found by it. */
    version: isDirty ? startedFrom : version,
    canUndo: history.past.length > 0,
    canRedo: history.future.length > 0,
    apply: (change: (edits: Edits) => Edits) => {
      if (!isDirty) setStartedFrom(version)
      setHistory(({ past, now }) => ({ past: [...past, now].slice(-maxSteps), now: change(now), future: [] }))
    },
    undo: () =>
      setHistory((before) => {
        const last = before.past.at(-1)
        if (last === undefined) return before
        return { past: before.past.slice(0, -1), now: last, future: [before.now, ...before.future] }
      }),
    redo: () =>
      setHistory((before) => {
        const [next, ...future] = before.future
        return next === undefined ? before : { past: [...before.past, before.now], now: next, future }
      }),
    clear: () => setHistory(nothing),
  }
}

export type UsedEdits = ReturnType<typeof useEdits>
