import type { Database } from '../db/database.ts'
import { bytesOf } from '../uploads/bytes-of.ts'
import { readPortions } from '../uploads/stored-content.ts'
import type { FileStore } from './file-store.ts'

/** Keeps contents in the rows of the files: they come and go with them. */
export function createDatabaseStore(db: Database): FileStore {
  return {
    name: 'database',
    put: async ({ workplaceId }, content) => ({ bytes: bytesOf(content, workplaceId), confirm: async () => {} }),
    read: (file, from, to) => readPortions(db, { table: 'stored_file', ...file }, from, to),
  }
}
