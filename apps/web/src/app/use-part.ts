import { useEffect, useState } from 'react'
import { loadChunk } from '../lib/load-chunk.ts'

/**
 * A part of the program that the page can do without: null until it is there. Without a line the page stays as it is, and
 * asks for the part again when the line is back.
 *
 * @param load gives the part; the same function each time.
 * @param isWanted whether it is time to ask.
 */
export function usePart<T>(load: () => Promise<T>, isWanted: boolean): T | null {
  const [part, setPart] = useState<{ readonly loaded: T } | null>(null)
  const isMissing = isWanted && part === null
  useEffect(() => {
    if (!isMissing) return
    let isLeft = false
    const ask = () => {
      loadChunk(load).then(
        (loaded) => isLeft || setPart({ loaded }),
        () => undefined,
      )
    }
    ask()
    addEventListener('online', ask)
    return () => {
      isLeft = true
      removeEventListener('online', ask)
    }
  }, [isMissing, load])
  return part?.loaded ?? null
}
