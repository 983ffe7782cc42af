/** A text that repeats a word between two other texts, such as a quotation mark that is never closed. */
export interface HostileText {
  readonly before: string
  readonly word: string
  readonly after: string
}

/** Characters of the text with which the search begins, and how many times as long the text is that decides. */
const short = 20_000
const growth = 4

/** Milliseconds for the short text below which it is not looked at again: linear code takes about one. */
const suspicious = 20

export interface Search {
  readonly fragments: readonly string[]
  /** Texts that are tried first. */
  readonly known?: readonly HostileText[]
  /** How many texts are tried at most, and for how many milliseconds. */
  readonly texts?: number
  readonly time?: number
}

/** Combines fragments to texts, and searches for one on which the work takes more than linear time. */
export function findSlowText(
  work: (text: string) => unknown,
  { texts = 500, time = Number.POSITIVE_INFINITY, ...search }: Search,
): HostileText | null {
  const end = performance.now() + time
  let tried = 0
  for (const text of listTexts(search)) {
    if (isSlow(work, text)) return text
    if (++tried >= texts || performance.now() > end) return null
  }
  return null
}

/** Returns the characters and words in a regular expression, from which test texts are combined. */
export function fragmentsOf(source: string): string[] {
  const words = source.match(/[a-z]{2,12}/gi) ?? []
  const signs = source.match(/[^\sa-z0-9]/gi) ?? []
  return [...new Set([' ', 'a', '0', '\n', ...signs, ...words])]
}

function* listTexts({ fragments, known = [] }: Pick<Search, 'fragments' | 'known'>): Iterable<HostileText> {
  yield* known
  for (const word of fragments) yield { before: '', word, after: '' }
  const random = createRandom()
  const one = () => fragments[Math.floor(random() * fragments.length)] ?? ''
  const some = (most: number) => Array.from({ length: Math.floor(random() * (most + 1)) }, one).join('')
  for (;;) yield { before: some(2), word: one() + some(3), after: some(1) }
}

function isSlow(work: (text: string) => unknown, { before, word, after }: HostileText): boolean {
  const textOf = (length: number) => before + word.repeat(Math.ceil(length / word.length)) + after
  if (timeOf(work, textOf(short)) < suspicious) return false
  // A busy machine is slow now and then: only the best of several times counts.
  const [less = 0, more = 0] = [short, short * growth].map((length) =>
    Math.min(...[1, 2, 3].map(() => timeOf(work, textOf(length)))),
  )
  return less >= suspicious && more > less * growth * 2
}

function timeOf(work: (text: string) => unknown, text: string): number {
  const startedAt = performance.now()
  work(text)
  return performance.now() - startedAt
}

/** Creates random numbers that are the same each time, so that a failure can be repeated. */
function createRandom(): () => number {
  let state = 1
  return () => {
    state = (state * 48_271) % 2_147_483_647
    return state / 2_147_483_647
  }
}
