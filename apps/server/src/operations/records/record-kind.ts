import type { RecordKindName } from '@millrace/contract'
import type { Person } from '../../platform/auth/user.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { DB } from '../../platform/db/schema.gen.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'

/** Columns that every record has. */
export interface RecordRow {
  readonly workplace_id: string
  readonly id: string
  readonly name: string
  /** Counts changes: a change names the revision that its user has seen. */
  readonly revision: number
  readonly updated_at: Date
  readonly updated_by: string | null
}

/** Columns of a record that can be disabled with a reason. */
export interface DisabledColumns {
  readonly disabled_at: Date | null
  readonly disabled_by: string | null
  readonly disabled_reason: string | null
}

/** Tables whose rows are records. They store who changed a row last, which tables of live state do not. */
export type RecordTable = {
  [Table in keyof DB]: DB[Table] extends {
    workplace_id: unknown
    id: unknown
    name: unknown
    revision: unknown
    updated_by: unknown
  }
    ? Table
    : never
}[keyof DB]

export interface FindOptions {
  /** Other transactions that lock the record wait until this one ends. */
  readonly lock?: boolean
}

export type TakenCode = 'thing.name-taken' | 'thing.key-taken'

/** The message for users when a unique index refuses a name or key. */
export interface Taken {
  readonly code: TakenCode
  /** The field of the body. */
  readonly where: string
  readonly message: string
  /** The sentence of the refusal itself; `message` where left out. */
  readonly sentence?: string
}

/** The unique names and keys of a kind of record, with the indexes of its table that ensure them. */
export interface TakenNames {
  readonly kind: RecordKindName
  /** The refusals of duplicate values, by the name of the index. */
  readonly taken: Readonly<Record<string, Taken>>
}

/**
 * A kind of record: a row with a revision that users create, edit, and disable or remove. The functions of this folder
 * do what all kinds have in common; a kind defines its differences.
 *
 * @typeParam Ref the reference to a record in an address: an id, or an id with the id of its owner.
 */
export interface RecordKind<Row extends RecordRow, Ref = string, Table extends RecordTable = RecordTable>
  extends TakenNames {
  readonly table: Table
  /** The name of one record in sentences, with its article: `an email template`. */
  readonly one: string
  /** The kind of its owner. */
  readonly owner: 'workplace' | 'application'
  /**
   * Returns a refusal for users without permission to edit the record, or without `ref`, to create one; otherwise null.
   */
  readonly refuse: (user: Person, ref: Ref | null) => Refusal | null
  readonly find: (tx: Tx, workplaceId: string, ref: Ref, options?: FindOptions) => Promise<Row | null>
}
