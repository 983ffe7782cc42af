export interface SheetRow {
  /** As the reader of the file counts it, from 1: a line of a text, a row of a sheet. */
  readonly line: number
  readonly cells: readonly string[]
}

/** A file that cannot be read, as a sentence for who sent it. */
export class UnreadableSheet extends Error {}
