import type { RawBuilder } from 'kysely'
import type { Tx } from '../db/database.ts'
import type { Content } from '../uploads/content.ts'

/** The name of the store in the row of a file. */
export type StoreName = 'database' | 's3'

/** The key of a file: its workplace and id. */
export interface FileKey {
  readonly workplaceId: string
  readonly id: string
}

/** The content of a file that is stored, and has no row in the database yet. */
export interface KeptContent {
  /** The content for the column of the row; null when it is stored outside of the database. */
  readonly bytes: RawBuilder<Buffer | null>
  /**
   * Keeps the content, in the transaction that writes its row.
   *
   * @throws Refusal when so much time has passed that the content may have been removed.
   */
  confirm(tx: Tx): Promise<void>
  /**
   * Holds the content, in a transaction, until `confirmHeld` or `dropHeld` of its workplace.
   *
   * @throws Refusal when so much time has passed that the content may have been removed.
   */
  hold(tx: Tx): Promise<void>
}

/** A store of file contents. A content never changes. */
export interface FileStore {
  readonly name: StoreName
  /**
   * Stores a content in pieces, before its row is written. Without a row, the content is removed later.
   *
   * @throws Refusal `file.store-away`.
   */
  put(file: FileKey, content: Content): Promise<KeptContent>
  /**
   * From one byte up to another, without that, a portion at a time.
   *
   * @throws Refusal `file.store-away`, at the first portion where the store is away then.
   */
  read(file: FileKey, from: number, to: number): AsyncIterable<Uint8Array>
}

/** Finds the store of each file, because files may be in several stores. */
export interface FileStores {
  /** The store for new files. */
  readonly current: FileStore
  /** Where a file is, by what its row says. One that this server has not been told of is away. */
  of(name: StoreName): FileStore
  /**
   * Removes contents outside of the database that have no row: of deleted files, and of uploads that were never
   * finished. Failed removals are tried again. Called by a job.
   */
  removeObjects(): Promise<void>
  /**
   * Checks that the storage accepts the credentials. A storage that does not answer may be available soon.
   *
   * @throws StartFailure when the storage rejects the configuration.
   */
  check(): Promise<void>
}
