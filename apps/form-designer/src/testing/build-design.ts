import { type FormDocument, readDocument } from '@millrace/forms'

/** The properties of a node that a test defines. */
export interface NodeDraft {
  readonly id: string
  readonly type: string
  readonly key?: string
  readonly span?: number
  readonly children?: readonly NodeDraft[]
  readonly [property: string]: unknown
}

/** Returns the stored text of a design with these nodes. @throws Error when the design is invalid. */
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
