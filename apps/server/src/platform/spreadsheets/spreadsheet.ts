export interface SheetRow {
  /** The number of the line or row in the file, from 1. */
  readonly line: number
  readonly cells: readonly string[]
}

/** The error of an unreadable file, as a sentence for its sender. */
export class UnreadableSheet extends Error {}
