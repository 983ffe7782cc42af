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
   * Says, in the transaction that writes its row, that it stays.
   *
   * @throws Refusal when that took so long that it may be gone.
   */
  confirm(tx: Tx): Promise<void>
  /**
   * Says, in a transaction, that it stays until `confirmHeld` or `dropHeld` of its workplace.
   *
   * @throws Refusal when that took so long that it may be gone.
   */
  hold(tx: Tx): Promise<void>
}

/** A store of file contents. A content never changes. */
export interface FileStore {
  readonly name: StoreName
  /**
   * Keeps a content, a piece at a time, before its row is written. It goes by itself when the row never comes.
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
  /** Where new files go. */
  readonly current: FileStore
  /** Where a file is, by what its row says. One that this server has not been told of is away. */
  of(name: StoreName): FileStore
  /**
   * Removes what is outside of the database and has no row: files that are deleted, and uploads that were never
   * finished. What cannot be removed now is tried again. For a job.
   */
  removeObjects(): Promise<void>
  /**
   * Asks what is outside whether it takes us for whom we are. One that is away, or will not say, may be right soon.
   *
   * @throws StartFailure when it says that the configuration is wrong.
   */
  check(): Promise<void>
}
