import { z } from 'zod'
import { limits } from './limits.ts'
import { patterns } from './text-patterns.ts'

/** Creates the schema of a required text: trimmed, with at most `max` characters and a pattern. */
export function text(pattern: keyof typeof patterns, max: number = limits.name) {
  const { regex, message } = patterns[pattern]
  return z.string().trim().min(1).max(max).regex(regex, message)
}

/** Creates the schema of an optional text. An empty text is null. */
export function plainText(max: number) {
  const { regex, message } = patterns.settingValue
  return z.string().trim().max(max).regex(regex, message).nullable()
}
