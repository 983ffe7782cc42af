import type { AuditKept, AuditRestoreEffect } from '@millrace/contract'
import type { Request } from '../../../platform/auth/request.ts'
import type { Person } from '../../../platform/auth/user.ts'
import type { Tx } from '../../../platform/db/database.ts'
import type { Refusal } from '../../../platform/errors/refusal.ts'
import type { Sql } from '../../../platform/list/sql.ts'
import type { LiveSignals } from '../../../platform/live/announce-settings.ts'
import type { InstallationSettings } from '../../../platform/settings/installation-settings.ts'
import type { OperationContext } from '../../operation-context.ts'
import type { Reference } from './references.ts'

/** Values of a row by column, as the audit records them. */
export type Columns = Readonly<Record<string, unknown>>

/** The parts of the server that some kinds need to restore an entity. */
export interface RestoreParts extends OperationContext {
  /** The secret of the installation. */
  readonly secret: string
  readonly settings: InstallationSettings
  readonly signals: LiveSignals
  /** The public address of the workplace, for mails. */
  readonly publicUrl: string
}

/** The context of a restore. Operations run in its open transaction. */
export interface RestoreContext extends RestoreParts {
  readonly tx: Tx
  /** Runs work after the commit, such as announcements to other servers. */
  readonly afterCommit: (work: () => Promise<void> | void) => void
}

/** A restore that is ready to be written. */
export interface RestoreWriting {
  /** The parts of the key of the entity. */
  readonly key: readonly [string, ...string[]]
  /** The row as it is now; null: it was deleted, and the kind can create it again. */
  readonly row: Columns | null
  /** All columns of the kind, as they are after the restore. */
  readonly target: Columns
  /** The columns of the kind that change. */
  readonly changed: ReadonlySet<string>
  /**
   * The revision of the record that the plan was made for, for the operation that changes the fields; undefined for a
   * kind without revisions.
   */
  readonly revision: number | undefined
  /** Whether the entity is disabled and has to be enabled first. */
  readonly isEnabled: boolean
  /** The columns that stay although they differ, and why. */
  readonly kept: readonly AuditKept[]
}

/** A consequence of a restore beside the fields of the entity. */
export interface Effect {
  readonly effect: AuditRestoreEffect
  /** Columns that cause it when one of them changes. */
  readonly columns?: readonly string[]
  /** Whether enabling the entity causes it. */
  readonly isOfEnabling?: true
  /**
   * Returns the query that counts the affected objects, as `count`. `key` is the first part of the key of the entity.
   */
  readonly count: (at: { readonly workplaceId: string; readonly key: string; readonly target: Columns }) => Sql
}

/**
 * A kind of entity that is restored from the audit. Everything is written by the operations that the pages use, so their
 * checks and permissions hold for a restore as well.
 */
export interface RestorableKind {
  /** The name of one entity in sentences, with its article: `a group`. */
  readonly one: string
  readonly table: string
  /** Columns of the key of the entity in the audit, in their order. */
  readonly keys: readonly string[]
  /** Columns that a restore writes. */
  readonly columns: readonly string[]
  /** Further columns that `write` needs of the row. */
  readonly also?: readonly string[]
  /** Columns with secrets, which no restore writes. */
  readonly secrets?: readonly string[]
  /** Columns that refer to other objects. */
  readonly references?: Readonly<Record<string, Reference>>
  /** The table of the versions of the entity, and its column with the id of the entity. */
  readonly versions?: { readonly table: string; readonly id: string }
  readonly hasRevision: boolean
  readonly canBeDisabled: boolean
  /** Whether `write` creates a deleted entity again. */
  readonly canCreate?: true
  /** The values of columns that the audit has no value of, where it is not null. */
  readonly defaults?: Columns
  readonly effects?: readonly Effect[]
  /**
   * Returns null for users who may change the entity, otherwise a refusal.
   *
   * @param row null when it was deleted.
   */
  readonly refuse: (user: Person, key: string, row: Columns | null) => Refusal | null
  /** Takes the locks of the operation of `write` before the entity is read, for kinds without revisions. */
  readonly lock?: (tx: Tx, workplaceId: string, key: readonly [string, ...string[]]) => Promise<unknown>
  readonly write: (context: RestoreContext, request: Request, writing: RestoreWriting) => Promise<Refusal | null>
}
