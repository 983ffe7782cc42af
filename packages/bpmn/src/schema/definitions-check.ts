import type { XmlElement } from '@millrace/xml'
import type { Dialect } from '../model.ts'
import type { IdSource, PlacedFinding } from '../read/context.ts'

/** A whole file, for checks of its text and not of a single process. */
export interface DefinitionsInput {
  readonly root: XmlElement
  readonly dialect: Dialect
  readonly ids: IdSource
}

export type DefinitionsCheck = (input: DefinitionsInput) => Iterable<PlacedFinding>
