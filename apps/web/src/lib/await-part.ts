import { useEffect, useState } from 'react'

interface AwaitedPart<T> {
  /** Undefined until it is here, which it is asked for. @throws what its load failed with. */
  (): T | undefined
  /** Asks for it before it is needed. */
  readonly start: () => Promise<T>
}

/**
 * Creates a hook that loads a part of the application which users wait for: `lazy` of React delays the content of each
 * late part by 300 ms. A failed load is repeated by the next component that needs it.
 */
export function awaitPart<T>(load: () => Promise<T>): AwaitedPart<T> {
  let here: T | undefined
  let coming: Promise<T> | undefined
  const start = (): Promise<T> => {
    coming ??= load().then(
      (part) => {
        here = part
        return part
      },
      (error: unknown) => {
        coming = undefined
        throw error
      },
    )
    return coming
  }
  // biome-ignore lint/correctness/noComponentHookFactories: made once for each part, where a module begins, as by `lazy`
  function usePart(): T | undefined {
    const [failure, setFailure] = useState<{ readonly error: unknown } | null>(null)
    const [, setHere] = useState(false)
    useEffect(() => {
      let isLeft = false
      start().then(
        () => isLeft || setHere(true),
        (error: unknown) => isLeft || setFailure({ error }),
      )
      return () => {
        isLeft = true
      }
    }, [])
    if (failure !== null) throw failure.error
    return here
  }
  return Object.assign(usePart, { start })
}
