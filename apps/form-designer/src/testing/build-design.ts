import { type FormDocument, readDocument } from '@millrace/forms'

/** A node as a test writes it. */
export interface NodeDraft {
  readonly id: string
  readonly type: string
  readonly key?: string
  readonly span?: number
  readonly children?: readonly NodeDraft[]
  readonly [property: string]: unknown
}

/** The stored text of a design of these nodes. @throws Error when it is none. */
export function buildDesign(nodes: readonly NodeDraft[], more: Partial<FormDocument> = {}): string {
  return JSON.stringify(buildDocument(nodes, more))
}

export function buildDocument(nodes: readonly NodeDraft[], more: Partial<FormDocument> = {}): FormDocument {
  const read = readDocument({ schema: 2, id: 'form', root: nodes.map(build), ...more })
  if (!read.ok) throw new Error(JSON.stringify(read.problems))
  return read.document
}

function build({ id, type, key, children, span = 12, ...props }: NodeDraft): unknown {
  return {
    id,
    type,
    ...(key === undefined ? {} : { key }),
    props: key === undefined ? props : { label: key, ...props },
    layout: { span: { base: 12, sm: 12, md: span } },
    ...(children === undefined ? {} : { children: children.map(build) }),
  }
}
