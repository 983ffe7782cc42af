import { createContext } from 'react'

/**
 * Names for pages on the path to the current one, by their paths in the route table. A page without a name here has the
 * title of its entry. The value has to be the same object as long as the names are the same.
 */
export const TrailNames = createContext<Readonly<Record<string, string>>>({})
