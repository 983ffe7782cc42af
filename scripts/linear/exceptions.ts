interface Exception {
  readonly path: string
  /** Why it takes linear time all the same. */
  readonly reason: string
}

/** Regular expression literals that no tool can prove to be linear. */
export const literals: readonly (Exception & { readonly text: string })[] = [
  {
    path: 'packages/contract/src/mentions.ts',
    text: String.raw`/@\[([^\]\s]{1,255})\]/g`,
    reason: 'From each place it looks at 257 characters at most.',
  },
]

const scanned = 'Put together from literals. scanners.test.ts runs what uses it on hostile texts.'
const ofDesigner = 'pattern-work.ts refuses an expression that tries too many ways on a text of 1,000 characters.'
const ofOneCharacter = 'It matches one character and repeats nothing.'

/** Files with regular expressions that are constructed at run time, with the number of expressions. */
export const constructions: readonly (Exception & { readonly count: number })[] = [
  {
    path: 'apps/web/src/features/modeller/properties/conditions/clauses.ts',
    count: 3,
    reason: 'In the browser of who writes the condition. Anchored, and no part of it can match what the next one does.',
  },
  {
    path: 'apps/server/src/platform/http/hide-log-secrets.ts',
    count: 1,
    reason:
      'One of several literals that are proved each. hide-log-secrets.test.ts runs it on a line of a million repeats.',
  },
  { path: 'packages/forms/src/data-list/csv-cell.ts', count: 4, reason: scanned },
  { path: 'apps/server/src/runtime/forms/asked-variables.ts', count: 3, reason: scanned },
  { path: 'apps/server/src/runtime/look-ups/read-statement.ts', count: 1, reason: scanned },
  { path: 'apps/server/src/runtime/uses/list-globals.ts', count: 1, reason: scanned },
  {
    path: 'apps/server/src/runtime/mail/system/check-system-text.ts',
    count: 1,
    reason: 'A name of the product between two borders of words.',
  },
  { path: 'packages/expressions/src/feel/regex/character-sets.ts', count: 1, reason: ofOneCharacter },
  { path: 'packages/expressions/src/uel/regex/character-sets.ts', count: 1, reason: ofOneCharacter },
  { path: 'packages/forms/src/engine-form/date-pattern.ts', count: 1, reason: scanned },
  { path: 'packages/forms/src/values/drawing.ts', count: 2, reason: scanned },
  { path: 'packages/forms/src/values/pattern-sets.ts', count: 1, reason: ofOneCharacter },
  { path: 'packages/forms/src/values/pattern.ts', count: 2, reason: ofDesigner },
]
