/** Limits of an XML file: larger than any manually created model needs, and small enough to protect the server. */
export interface XmlLimits {
  /** UTF-16 units of the whole text. */
  readonly maxLength: number
  readonly maxDepth: number
  /** Elements, comments and processing instructions. */
  readonly maxElements: number
  /** The maximum number of attributes of one element. */
  readonly maxAttributes: number
}

export const defaultLimits: XmlLimits = {
  maxLength: 20 * 1024 * 1024,
  maxDepth: 256,
  maxElements: 500_000,
  maxAttributes: 10_000,
}
