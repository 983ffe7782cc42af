import { createContext } from 'react'

/** The open parts of an accordion. */
export interface AccordionState {
  /** The node of the accordion. Parts at a deeper level do not belong to it. */
  readonly node: string
  isOpen(part: string): boolean
  toggle(part: string, isOpen: boolean): void
}

export const AccordionContext = createContext<AccordionState | null>(null)
