/** Scans files for viruses before they are stored. */
export interface Scanner {
  /** Scans a content. Never throws: when the scanner does not answer, the content does not count as clean. */
  scan(content: AsyncIterable<Uint8Array>): Promise<Verdict>
}

export type Verdict =
  | { readonly kind: 'clean' }
  /** The scanner's name of the virus. */
  | { readonly kind: 'infected'; readonly signature: string }
  /** The scanner is away, too slow, or takes no file as large as this. For the log, not for users. */
  | { readonly kind: 'not-scanned'; readonly reason: string }
