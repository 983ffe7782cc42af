import { createContext } from 'react'

/** The context of whether an error page is within the shell. */
export const InShell = createContext(false)
