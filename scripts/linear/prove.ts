import { findSlowText, fragmentsOf } from './hostile-texts.ts'
import { loadRecheck } from './recheck.ts'

/**
 * Returns the reason why a regular expression may take more than linear time on some text; null when it cannot. The
 * tool proves that one match takes linear time, from any start in the text. A repeated search can still read the same
 * characters each time, so the expression also runs on hostile texts.
 */
export function findSlowness(source: string, flags: string): string | null {
  if (isBounded(source)) return null
  const { checkSync } = loadRecheck()
  const found = checkSync(source, flags, { timeout: 60_000 })
  if (found.status === 'vulnerable') return found.attack.pattern
  if (found.status === 'unknown') return `a text that is not known, because it is not decided (${found.error.kind})`
  if (!/[gy]/.test(flags)) return null
  const all = new RegExp(source, flags.includes('g') ? flags : `${flags}g`)
  const slow = findSlowText((text) => Array.from(text.matchAll(all)).length, { fragments: fragmentsOf(source) })
  return slow === null ? null : JSON.stringify(slow)
}

/** Returns whether no part of a regular expression can repeat without a limit. */
export function isBounded(source: string): boolean {
  return !/[*+]|\{\d+,/.test(source)
}
