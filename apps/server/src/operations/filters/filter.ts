/** The fields of a filter: a stored query for tasks with its name and owner. */
export interface FilterFields {
  readonly name: string
  readonly owner: string | null
  /** A query for tasks, in the format of a request body. */
  readonly query: Readonly<Record<string, unknown>>
  /** Properties that the client stores with the filter. */
  readonly properties: Readonly<Record<string, unknown>> | null
}
