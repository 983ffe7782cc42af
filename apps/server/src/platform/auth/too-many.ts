/** The result of too many attempts, with the time of the next one. */
export interface TooMany {
  readonly retryAfterSeconds: number
}

export function isTooMany(outcome: object | null): outcome is TooMany {
  return outcome !== null && 'retryAfterSeconds' in outcome
}

export function tooMany(seconds: number): TooMany {
  return { retryAfterSeconds: Math.max(1, Math.ceil(seconds)) }
}
