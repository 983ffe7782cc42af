import { useEffect, useState } from 'react'

export interface Loaded<T> {
  /** Null until it is there. */
  readonly data: T | null
  readonly error: unknown
  readonly retry: () => void
}

/** Loads data when the component appears, and again on request. */
export function useLoad<T>(load: () => Promise<T>): Loaded<T> {
  const [state, setState] = useState<{ data: T | null; error: unknown }>({ data: null, error: null })
  const [attempt, setAttempt] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt fetches anew
  useEffect(() => {
    let isWanted = true
    // Nothing new at the first time: nobody is drawn again for that.
    setState((before) => (before.data === null && before.error === null ? before : { data: null, error: null }))
    load().then(
      (data) => isWanted && setState({ data, error: null }),
      (error: unknown) => isWanted && setState({ data: null, error }),
    )
    return () => {
      isWanted = false
    }
  }, [load, attempt])
  return { ...state, retry: () => setAttempt((before) => before + 1) }
}
