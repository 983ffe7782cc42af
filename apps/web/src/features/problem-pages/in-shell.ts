import { createContext } from 'react'

/** Whether a page that says what is wrong stands within the shell. */
export const InShell = createContext(false)
