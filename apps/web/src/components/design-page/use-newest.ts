import { useState } from 'react'

export interface Newest {
  /** A key that changes each time the design has to be opened again. */
  readonly key: string
  /**
   * Opens a later version than the open one, if another user has saved one.
   *
   * @param mayOpen is called when the version is loaded, because the user may have changed the design meanwhile.
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
