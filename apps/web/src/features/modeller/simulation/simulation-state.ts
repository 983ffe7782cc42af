/** The state of a simulated process. It follows the rules of the engine; the user chooses instead of data and time. */
export interface Simulation {
  readonly tokens: readonly Token[]
  /** Number of the next token. */
  readonly next: number
  /** Flows that were walked, by id, and how often. */
  readonly walked: ReadonlyMap<string, number>
}

export interface Token {
  readonly id: number
  readonly at: string
  /** The token of the sub-process that it is inside of. */
  readonly scope: number | null
  /** The flow that it came by. */
  readonly from: string | null
  /** `arrived`: goes on by itself. `waiting`: for somebody to choose. `joining`: for others. `inside`: for what is inside. */
  readonly state: 'arrived' | 'waiting' | 'joining' | 'inside'
}

export type Choice =
  | { readonly kind: 'start'; readonly step: string }
  /** A token that waits continues. */
  | { readonly kind: 'go'; readonly token: number }
  /** By some of the flows of a gateway. */
  | { readonly kind: 'ways'; readonly token: number; readonly ways: readonly string[] }
  /** An event at the edge of an activity. */
  | { readonly kind: 'event'; readonly token: number; readonly step: string }
  /** The event that begins an event sub-process of a scope. */
  | { readonly kind: 'subProcess'; readonly scope: number | null; readonly step: string }

export const emptySimulation: Simulation = { tokens: [], next: 1, walked: new Map() }
