import { z } from 'zod'
import { externalLimits, line } from './external-parts.ts'

/**
 * The kinds of request bodies. `json` and `xml` are templates, `form` has URL-encoded fields, `multipart` fields and
 * files, and `file` is the content of one file.
 */
export const bodyKinds = ['json', 'form', 'multipart', 'xml', 'file'] as const
export type BodyKind = (typeof bodyKinds)[number]

/** A field of a form or multipart body. */
const bodyField = z.object({
  name: line(100).min(1),
  value: line(500),
  /** Multipart only: the name under which a file is sent. With it, the value is one parameter, which holds the file. */
  fileName: line(200).default(''),
})

export type BodyField = z.output<typeof bodyField>

/** The body of the request of an adapter, with `{parameter}` where values go. */
export const restBody = {
  bodyKind: z.enum(bodyKinds).default('json'),
  /** The template of JSON or XML, or the parameter with the file; empty: none. */
  body: z.string().max(externalLimits.statement).default(''),
  /** The fields of a form or multipart body. */
  fields: z.array(bodyField).max(externalLimits.entries).default([]),
}
