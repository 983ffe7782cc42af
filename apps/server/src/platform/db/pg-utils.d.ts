declare module 'pg/lib/utils.js' {
  /** Encodes a value as node-postgres sends it. */
  export function prepareValue(value: unknown): string | Buffer | null
}
