import { readMigrations } from '../apps/server/src/platform/migrations/read-migrations.ts'

/** Whether each migration has a number of its own: two branches may have taken the same one. */
export function findMigrationProblems(folder?: string): string[] {
  try {
    readMigrations(folder)
    return []
  } catch (error) {
    return [`apps/server/migrations: ${error instanceof Error ? error.message : String(error)} Rename one of them.`]
  }
}
