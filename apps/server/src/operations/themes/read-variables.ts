import { themeVariables } from '@millrace/contract'
import type { z } from 'zod'
import { type Refusal, refuse } from '../../platform/errors/refusal.ts'

/** Reads the JSON text of a theme's variables: known names with values that each of them may have, and nothing else. */
export function readVariables(text: string): z.output<typeof themeVariables> | Refusal {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    return refuse('theme.invalid', 'Expected the variables of a theme as JSON, but the text cannot be read.')
  }
  const parsed = themeVariables.safeParse(json)
  if (parsed.success) return parsed.data
  const details = parsed.error.issues.map(({ path, message }) => ({ where: path.join('.') || 'variables', message }))
  return refuse(
    'theme.invalid',
    `Expected variables that a theme can set, but ${details[0]?.where} is not: ${details[0]?.message}`,
    details,
  )
}
