/** What an icon of Tabler draws, without the attributes that all have. */
export interface Drawing {
  readonly isFilled: boolean
  /** The data of each path. */
  readonly paths: readonly string[]
}
