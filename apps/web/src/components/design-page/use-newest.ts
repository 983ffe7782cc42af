import { useState } from 'react'

export interface Newest {
  /** Another one each time that the design is to be opened again. */
  readonly key: string
  /**
   * Looks whether a later version than the one that stands open was saved, and opens it.
   *
   * @param mayOpen asked when that is known: something may have been done here meanwhile.
   */
  readonly open: (version: number, mayOpen: () => boolean) => Promise<void>
}

/**
 * Opens a design again in a window that was read-only while another user may have saved a newer version.
 *
 * @param key the key of the React component, which changes when the design has to be opened again.
 * @param fetch returns the number of the newest version; undefined when it is not known.
 */
export function useNewest(key: string, fetch: () => Promise<number | undefined>): Newest {
  const [times, setTimes] = useState(0)
  return {
    key: `${key} ${times}`,
    open: async (version, mayOpen) => {
      const newest = await fetch()
      if (newest !== undefined && newest > version && mayOpen()) setTimes((before) => before + 1)
    },
  }
}
