/** The error for an invalid pattern. It is caught where the pattern is compiled. */
export class PatternFault extends Error {}

/** Reads a text code point by code point. */
export class Reader {
  readonly #points: readonly string[]
  #index = 0

  constructor(text: string) {
    this.#points = [...text]
  }

  /** Undefined at the end. */
  peek(ahead = 0): string | undefined {
    return this.#points[this.#index + ahead]
  }

  next(): string {
    const point = this.#points[this.#index]
    if (point === undefined) throw new PatternFault('Expected the pattern to go on, but it ends.')
    this.#index += 1
    return point
  }

  accept(text: string): boolean {
    if (![...text].every((point, index) => this.peek(index) === point)) return false
    this.#index += [...text].length
    return true
  }

  expect(text: string): void {
    if (!this.accept(text)) throw new PatternFault(`Expected “${text}” in the pattern, but it is missing.`)
  }

  /** Takes digits, empty when there are none. */
  digits(): string {
    let digits = ''
    while (/^\d$/.test(this.peek() ?? '')) digits += this.next()
    return digits
  }
}
