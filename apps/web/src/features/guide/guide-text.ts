/** A chapter of `docs/guide`, ready to be shown. */
export interface GuideText {
  readonly title: string
  /** The text below the title. */
  readonly html: string
  readonly sections: readonly GuideSection[]
}

/** The part of a chapter below one heading. */
export interface GuideSection {
  /** Null for what stands before the first heading. */
  readonly anchor: string | null
  readonly title: string
  /** The level of the heading: 2 or 3. The chapter itself has 1. */
  readonly level: number
  /** The words of the section without their marks, to be searched. */
  readonly text: string
}
