import { readTheme } from './read-theme.ts'
import { writeStyleSheet } from './resolve-theme.ts'

/** The style sheet of a theme by the JSON text of its variables. Not in the first load: the built-in theme needs none. */
export function writeTheme(variables: string): string {
  return writeStyleSheet(readTheme(variables))
}
