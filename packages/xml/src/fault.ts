import type { XmlLimits } from './limits.ts'

/** The error of a text that could not be read. Lines and columns count from 1. */
export interface XmlFault {
  readonly kind: 'malformed' | 'doctype' | 'too-large' | 'too-deep' | 'too-many-elements' | 'too-many-attributes'
  /** The message of the parser for malformed text; otherwise empty. */
  readonly detail: string
  readonly line: number
  readonly column: number
}

/** Returns a message for users that describes a fault of an XML text. */
export function describeFault({ kind, detail, line, column }: XmlFault, limits: XmlLimits): string {
  switch (kind) {
    case 'malformed':
      return `Expected well-formed XML, but at line ${line}, column ${column}: ${detail}.`
    case 'doctype':
      return 'Expected no document type, but the file declares one. Remove the DOCTYPE.'
    case 'too-large':
      return `Expected at most ${limits.maxLength} characters, but the file has more.`
    case 'too-deep':
      return `Expected elements at most ${limits.maxDepth} levels deep, but the file goes deeper.`
    case 'too-many-elements':
      return `Expected at most ${limits.maxElements} elements and comments, but the file has more.`
    case 'too-many-attributes':
      return `Expected at most ${limits.maxAttributes} attributes of an element, but the one at line ${line}, column ${column} has more.`
    default:
      return kind satisfies never
  }
}
