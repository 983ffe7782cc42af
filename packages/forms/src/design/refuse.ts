import type { CommandRefusal, CommandRefusalCode } from './commands.ts'

/**
 * Creates a refusal.
 *
 * @param expected completes the sentence "Expected …".
 */
export function refuse(code: CommandRefusalCode, expected: string): CommandRefusal {
  return { ok: false, code, message: `Expected ${expected}.` }
}
