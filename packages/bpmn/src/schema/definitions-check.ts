import type { XmlElement } from '@millrace/xml'
import type { Dialect } from '../model.ts'
import type { IdSource, PlacedFinding } from '../read/context.ts'

/** A whole file, for rules that are about its text rather than about one process. */
export interface DefinitionsInput {
  readonly root: XmlElement
  readonly dialect: Dialect
  readonly ids: IdSource
}

export type DefinitionsCheck = (input: DefinitionsInput) => Iterable<PlacedFinding>
