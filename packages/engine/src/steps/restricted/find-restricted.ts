import { NeedsMore } from '../../outcome.ts'
import { isJson, type TypedValue, toPlain } from '../../state/value.ts'
import type { Step } from '../../step.ts'

/** The values of restricted variables that a text must not contain. */
export interface RestrictedValues {
  /** Returns whether the name of a variable is restricted. */
  readonly isName: (name: string) => boolean
  /** The texts of the values, the longest first; null when there are too many to search for. */
  readonly texts: readonly string[] | null
}

/**
 * Finds the values of restricted variables of a root, as texts of failures contain them. Null where the caller of the
 * engine restricts no names.
 *
 * @throws NeedsMore for the restricted names, and for values that were not loaded.
 */
export function findRestricted({ sources, state }: Pick<Step, 'sources' | 'state'>): RestrictedValues | null {
  if (sources.restricted === undefined) return null
  const isName = sources.restricted()
  if (isName === undefined) throw new NeedsMore({ kind: 'restricted' })
  if (isName === null) return null
  // The text of a worker or of another system can have a value from anywhere in the root.
  if (!state.isComplete && !state.completeScopes.has(state.rootId))
    throw new NeedsMore({ kind: 'scope', id: state.rootId })
  const texts = new Set<string>()
  for (const variable of state.variables.all()) {
    if (!isName(variable.name)) continue
    if (variable.value === null) throw new NeedsMore({ kind: 'variable', id: variable.id })
    for (const text of textsOf(variable.value)) {
      texts.add(text)
      if (text.length > shownLength) texts.add(text.slice(0, shownLength))
      if (texts.size > maxTexts) return { isName, texts: null }
    }
  }
  return { isName, texts: [...texts].toSorted((one, other) => other.length - one.length) }
}

/** Failures show so many characters of a long value (`shorten`). */
const shownLength = 200
/** Texts that are searched for in one text: a list in a variable can have more. */
const maxTexts = 1_000

/** Yields the texts and numbers in a value. Yes, no and nothing are no secrets that a search could find. */
function* textsOf(typed: TypedValue): Generator<string> {
  if (typeof typed.value === 'string') yield* nonEmpty(typed.value)
  yield* leavesOf(isJson(typed) || typed.type === 'Date' ? toPlain(typed) : typed.value)
}

function* leavesOf(value: unknown): Generator<string> {
  if (typeof value === 'string') yield* nonEmpty(value)
  else if (typeof value === 'number' || typeof value === 'bigint') yield String(value)
  else if (value instanceof Date) yield value.toISOString()
  else if (Array.isArray(value)) for (const item of value) yield* leavesOf(item)
  else if (typeof value === 'object' && value !== null && !(value instanceof Uint8Array))
    for (const item of Object.values(value)) yield* leavesOf(item)
}

function* nonEmpty(text: string): Generator<string> {
  const trimmed = text.trim()
  if (trimmed !== '') yield trimmed
}
