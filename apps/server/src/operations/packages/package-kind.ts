import type { PackageKindName } from '@millrace/contract'
import type { z } from 'zod'
import type { Request } from '../../platform/auth/request.ts'
import type { Person } from '../../platform/auth/user.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import type { OperationContext } from '../operation-context.ts'

/** Names an item of a package, such as `{ kind: 'form', key: 'order' }`. */
export interface PackageRef {
  readonly kind: PackageKindName
  readonly key: string
}

/** An item with everything that an installation needs to create it again. It has no ids of the installation. */
export interface PackageItem<Content = object> extends PackageRef {
  readonly name: string
  readonly content: Content
}

/** An item of a workplace. */
export interface FoundItem<Content = object> extends PackageItem<Content> {
  readonly id: string
  readonly isDisabled: boolean
  /** Differs after each change of the item. */
  readonly stamp: string
}

export interface FindOptions {
  /** Keys of the items, in any case; null for all. */
  readonly keys: readonly string[] | null
  /** Whether rows of data lists are read, too. */
  readonly withRows: boolean
}

/** The dependencies for reading package items: database, clock and runtime. */
export type PackageReading = Pick<OperationContext, 'db' | 'clock' | 'runtime'>

/** The dependencies for writing package items. Operations run in the transaction of the import. */
export interface WriteContext extends OperationContext {
  readonly tx: Tx
  /** An empty secret, sealed with the key of the server, as base64. */
  readonly emptySecret: string
}

/**
 * A kind of item that packages carry. Everything is written by the operations that the pages use, so their checks and
 * rights hold for imports as well.
 */
export interface PackageKind<Content extends object = object> {
  /** The name of one item in sentences, with its article: `a form`. */
  readonly one: string
  /** The schema of the content of an item in a package. */
  readonly content: z.ZodType<Content>
  /** Fields of the content that are files of their own, with the end of their names. */
  readonly files: Readonly<Partial<Record<string, string>>>
  /** Columns by which users can give a renamed item another key or name; empty when it cannot be renamed. */
  readonly canRename: boolean
  /** Returns null when the user may export and import the item. */
  readonly refuse: (user: Person, key: string) => Refusal | null
  readonly find: (tx: Tx, workplaceId: string, options: FindOptions) => Promise<FoundItem<Content>[]>
  /** Items without which this one cannot exist. */
  readonly owners: (content: Content) => readonly PackageRef[]
  /** Writes an item. @returns its id. */
  readonly write: (
    context: WriteContext,
    request: Request,
    writing: { readonly item: PackageItem<Content>; readonly existing: FoundItem<Content> | null },
  ) => Promise<string | Refusal>
  /** Deletes an item that an import has created. */
  readonly remove: (tx: Tx, workplaceId: string, id: string) => Promise<void>
}

/** Defines a kind of package item with a typed content, and returns it without that type for the list of kinds. */
export function definePackageKind<Content extends object>(kind: PackageKind<Content>): PackageKind {
  // What is written was read by the schema of the same kind.
  return kind as unknown as PackageKind
}
