import type { Request } from '../../platform/auth/request.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import type { Runtime } from '../../runtime/runtime.ts'
import type { DisabledColumns, RecordKind, RecordRow } from '../records/record-kind.ts'
import type { DesignTables } from './design-tables.ts'
import type { DesignFinder } from './find-designs.ts'

/** Columns that every kind of design has. */
export interface DesignRow extends RecordRow, DisabledColumns {
  /** Null for templates. */
  readonly application_id: string | null
  readonly application_name: string | null
  /** The number of the last version; 0 before the first one. */
  readonly version: number
  readonly created_at: Date
  readonly created_by: string | null
}

/** Refers to a design: of an application, or a template, which belongs to no application. */
export interface DesignRef {
  readonly id: string
  readonly applicationId: string | null
}

/** The text of one version, and the values of the columns that are calculated from it, in their order. */
export interface DesignText {
  readonly text: string
  readonly more?: readonly string[]
}

/**
 * A kind of design: a record whose content has versions, a lock, and auto saves of each user. The functions of this
 * folder do what all kinds have in common; a kind defines its differences.
 *
 * @typeParam Design a text that was read and can be saved.
 */
export interface DesignKind<Row extends DesignRow, Design extends DesignText = DesignText> {
  readonly tables: DesignTables
  /** How users name several of them in a body: `processes`. */
  readonly many: 'forms' | 'processes' | 'decisions'
  /** Maximum length of a key. */
  readonly maxKey: number
  readonly finder: DesignFinder<Row>
  /** The kind of record for designs of an application. */
  readonly record: RecordKind<Row, DesignRef>
  readonly recordOf: (ref: Pick<DesignRef, 'applicationId'>) => RecordKind<Row, DesignRef>
  readonly keyOf: (row: Row) => string
  /**
   * Reads and checks a text before it is saved.
   * @param key of the design; null: the key in the text.
   */
  readonly read: (
    runtime: Runtime,
    { user }: Request,
    file: { readonly text: string; readonly key: string | null },
  ) => Promise<Design | Refusal>
  /** Returns the reason why a text cannot even be stored as an auto save; missing: every text can be. */
  readonly refuseUnsaved?: (text: string) => Refusal | null
  /** The name in a text; null where it has none: the design keeps its name. */
  readonly nameOf: (design: Design) => string | null
  /** Returns the columns of the row that a text determines. */
  readonly columnsOf: (design: Design) => Partial<Row>
  /**
   * Columns that users edit as details in addition to the name. The revision rises when a saved text changes one of
   * them.
   */
  readonly details: readonly (keyof Row)[]
}
