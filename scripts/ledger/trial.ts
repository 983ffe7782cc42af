/** A trial of the product under load. */
export interface Trial {
  readonly name: string
  run(): Promise<Verdict>
}

export interface Verdict {
  /** The number of actions by name. */
  readonly counts: Readonly<Record<string, number>>
  /** Lost and repeated actions, as sentences. */
  readonly faults: readonly string[]
}
