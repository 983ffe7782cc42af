/** The shapes of a Tabler icon, without the attributes that all icons share. */
export interface Drawing {
  readonly isFilled: boolean
  /** The data of each path. */
  readonly paths: readonly string[]
}
