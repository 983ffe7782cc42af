import { readMigrations } from '../apps/server/src/platform/migrations/read-migrations.ts'

/**
 * Checks that each migration has its own number, because two branches may have used the same one. Returns the problems.
 */
export function findMigrationProblems(folder?: string): string[] {
  try {
    readMigrations(folder)
    return []
  } catch (error) {
    return [`apps/server/migrations: ${error instanceof Error ? error.message : String(error)} Rename one of them.`]
  }
}
