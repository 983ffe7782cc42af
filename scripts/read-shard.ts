/** A part of the tests, for several machines: `--shard=1/3` is the first of three. */
export interface Shard {
  readonly index: number
  /** The arguments for the test runner. */
  readonly args: readonly string[]
}

/**
 * Reads the arguments for a part of the tests, such as `--shard=1/3`. No arguments: all tests.
 * @returns null for other arguments.
 */
export function readShard(words: readonly string[]): Shard | null {
  if (words.length === 0) return { index: 1, args: [] }
  const [, index = 0, count = 0] = (/^--shard=(\d+)\/(\d+)$/.exec(words.join(' ')) ?? []).map(Number)
  return index >= 1 && index <= count ? { index, args: [...words] } : null
}
