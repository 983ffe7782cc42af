import { readTheme } from './read-theme.ts'
import { writeStyleSheet } from './resolve-theme.ts'

/**
 * Returns the style sheet of a theme by the JSON text of its variables. It is not in the first load, because the
 * built-in theme needs none.
 */
export function writeTheme(variables: string): string {
  return writeStyleSheet(readTheme(variables))
}
