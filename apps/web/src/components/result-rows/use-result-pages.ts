import { useState } from 'react'

export interface ResultPages<Result> {
  /** Null: rows with any result. */
  readonly result: Result | null
  /** Behind which row the page begins that is shown. */
  readonly after: number
  readonly isFirst: boolean
  readonly choose: (result: Result | null) => void
  readonly goOn: (next: number) => void
  readonly goBack: () => void
}

/** Returns the filter by result and the page of the rows of an import or run. */
export function useResultPages<Result>(): ResultPages<Result> {
  const [result, setResult] = useState<Result | null>(null)
  // Behind which row each page begins, up to the one that is shown.
  const [pages, setPages] = useState<readonly number[]>([0])
  return {
    result,
    after: pages.at(-1) ?? 0,
    isFirst: pages.length === 1,
    choose: (chosen) => {
      setResult(chosen)
      setPages([0])
    },
    goOn: (next) => setPages([...pages, next]),
    goBack: () => setPages(pages.slice(0, -1)),
  }
}
