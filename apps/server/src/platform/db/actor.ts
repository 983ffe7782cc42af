/** Who acts, where, and by what: each transaction knows it, so that what it changes can be told later. */
export interface Actor {
  readonly workplaceId: string
  /** Null: the program itself. */
  readonly userId: string | null
  /** The call, job or command that it is done by, such as `POST /api/admin/themes-api`. */
  readonly cause?: string
}
