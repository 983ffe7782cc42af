/** What happens to a product at work. */
export interface Trial {
  readonly name: string
  run(): Promise<Verdict>
}

export interface Verdict {
  /** What was done, by what it is called. */
  readonly counts: Readonly<Record<string, number>>
  /** What is lost, or was done twice; in sentences. */
  readonly faults: readonly string[]
}
