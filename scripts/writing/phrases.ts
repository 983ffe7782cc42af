/** A phrase that docs/writing.md rules out, in lower case, and what to write in its place. */
export interface Phrase {
  readonly pattern: RegExp
  readonly instead: string
}

/** Phrases that no text may have: messages, guide and doc comments. Add one when the last use of it is gone. */
export const phrases: readonly Phrase[] = [
  { pattern: /\b(?:he|his|him|himself|she|hers|herself)\b/g, instead: 'they, their, them' },
  { pattern: /\be-mails?\b/g, instead: 'email' },
  { pattern: /\blog ?files?\b/g, instead: 'log' },
  { pattern: /\b(?:of|in|for|by|from) the house\b/g, instead: 'built-in' },
  { pattern: /\bas usual\b/g, instead: 'by default' },
  { pattern: /\b(?:work|works|worked|working) out\b/g, instead: 'calculated' },
  { pattern: /\b(?:work|works|worked|working) off\b/g, instead: 'processed' },
  { pattern: /\banew\b/g, instead: 'again' },
  { pattern: /\b(?:by and by|now and then)\b/g, instead: 'over time, sometimes' },
  { pattern: /\b(?:is|are|be) called so\b/g, instead: 'has this name' },
  { pattern: /\b(?:put|puts) (?:\w+ )?right\b/g, instead: 'fix' },
  { pattern: /\bmend(?:s|ed|ing)?\b/g, instead: 'fix' },
  { pattern: /\bright when\b/g, instead: 'validation rule' },
  { pattern: /\b(?:least|most) characters\b/g, instead: 'minimum length, maximum length' },
  { pattern: /\b(?:take|takes|taken|taking) back\b/g, instead: 'undo' },
  { pattern: /\b(?:do|does|done) (?:it )?again\b/g, instead: 'redo, repeat' },
  { pattern: /(?<!is |was |were )\bsets? back\b/g, instead: 'reset' },
  { pattern: /\bfrom whatever\b/g, instead: 'any' },
  { pattern: /\bnobody in particular\b/g, instead: 'everyone' },
  { pattern: /\b(?:who has it|nobody has it)\b/g, instead: 'assignee, unassigned' },
  { pattern: /\bpeople who may\b/g, instead: 'users with permission to' },
  { pattern: /\b(?:those|people|users) who look after\b/g, instead: 'process administrators' },
  { pattern: /\bas wanted\b|\bwants? this result\b|\bwhat is wanted\b/g, instead: 'expected result' },
  { pattern: /\b(?:has|have|had) become of\b/g, instead: 'state' },
  { pattern: /\bhas to come to\b/g, instead: 'expected end' },
  { pattern: /\bown (?:language|properties)\b/g, instead: 'the name of the language, custom properties' },
  { pattern: /\b(?:those|ones?|all|the \w+) that there (?:is|are)\b/g, instead: 'existing' },
  { pattern: /\bthat which\b/g, instead: 'the noun' },
  { pattern: /\bin the making\b/g, instead: 'unfinished' },
  { pattern: /\bdeeds?\b/g, instead: 'operation' },
  { pattern: /\bbegun\b/g, instead: 'started' },
  { pattern: /\b(?:is|are|was|were|be|being) told\b/g, instead: 'notified, reported, distinguished' },
  { pattern: /\b(?:tell|tells) of\b/g, instead: 'reports' },
  {
    pattern: /\bstands? (?:in(?! for\b| at\b|[.,:;'’]|$)|on|below|there|here|beside|above|behind)\b/g,
    instead: 'is in, appears',
  },
  { pattern: /\b(?:is|are) (?:not there|there no longer|gone)\b/g, instead: 'was deleted, not found' },
  { pattern: /\bin which times\b/g, instead: 'the noun' },
  { pattern: /\bgood (?:for|once|until)\b/g, instead: 'valid for, single use' },
]
