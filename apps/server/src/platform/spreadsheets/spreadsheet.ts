export interface SheetRow {
  /** The number of the line or row in the file, from 1. */
  readonly line: number
  readonly cells: readonly string[]
}

/** A file that cannot be read, as a sentence for who sent it. */
export class UnreadableSheet extends Error {}
