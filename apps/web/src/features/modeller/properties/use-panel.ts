import type { Change, WriteOptions } from '@millrace/bpmn/moddle'
import { type ComponentType, createContext, useContext } from 'react'
import type { KnownThings } from '../problems/known-things.ts'
import type { Reference } from './references.ts'
import type { RowsProps } from './rows.tsx'
import type { KnownVariable } from './variables/list-variables.ts'

/** The context of the rows of a panel: the function that changes the diagram, and the known objects. */
export interface PanelContext {
  readonly canEdit: boolean
  /** One step to undo. */
  readonly apply: (changes: readonly Change[]) => void
  readonly options: Required<WriteOptions>
  readonly known: KnownThings
  /** What expressions can read, as the drawing and the forms are now. */
  readonly listVariables: () => readonly KnownVariable[]
  readonly references: (name: string) => readonly Reference[]
  /** Makes something to refer to, such as a message, among the roots of the file. */
  readonly createReference: (
    name: string,
  ) => { readonly made: Reference['element']; readonly changes: readonly Change[] } | null
  readonly isIdTaken: (id: string, element: unknown) => boolean
  /** The properties of an element inside of another: editors are in rows, and have rows in them. */
  readonly Rows: ComponentType<RowsProps>
  /** Saves, and opens the designer at an address in place of the modeller. Left out: links open by themselves. */
  readonly openThing?: ((href: string) => void) | undefined
  /** Whether rarely used properties are shown, too. */
  readonly showsAll: boolean
  /** Rarely used properties of the shown element that were added to the panel, by their names. */
  readonly added: ReadonlySet<string>
}

export const PanelContext = createContext<PanelContext | null>(null)

export function usePanel(): PanelContext {
  const panel = useContext(PanelContext)
  if (panel === null) throw new Error('Expected a panel around this part, but there is none.')
  return panel
}
