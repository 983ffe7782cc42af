import { type DocumentProblem, type FormNode, parseDocument } from '@millrace/forms'
import {
  type ImportNote,
  type ImportResult,
  importFlowableForm,
  importFormIo,
  importFormJs,
} from '@millrace/forms/import'

export type FormFile =
  | {
      readonly ok: true
      readonly format: FileFormat
      readonly designerJson: string
      /** The number of parts of the file that became nodes. */
      readonly mapped: number
      readonly notes: readonly ImportNote[]
    }
  | { readonly ok: false; readonly problems: readonly DocumentProblem[] }

export type FileFormat = 'Millrace' | keyof typeof readers

interface FormReader {
  /** Returns whether a file is of this format, judged by its members. */
  readonly isOf: (input: Readonly<Record<string, unknown>>) => boolean
  readonly read: (input: unknown) => ImportResult
}

/** The readers of other products' formats, the most distinct first. */
const readers = {
  'form-js': {
    isOf: ({ components, type, schemaVersion, executionPlatform }) =>
      Array.isArray(components) &&
      (type === 'default' || schemaVersion !== undefined || executionPlatform !== undefined),
    read: importFormJs,
  },
  Flowable: { isOf: ({ fields }) => Array.isArray(fields), read: importFlowableForm },
  'Form.io': { isOf: ({ components }) => Array.isArray(components), read: importFormIo },
} as const satisfies Record<string, FormReader>

/** Reads a form from a file in any supported format, in a worker thread. */
export function readFormFile(text: string): FormFile {
  const input = parseObject(text)
  if (input === null) return refuse(unknownFormat)
  if ('schema' in input && 'root' in input) return readOwn(text)
  const found = names.find((name) => readers[name].isOf(input))
  if (found === undefined) return refuse(unknownFormat)
  const imported = readers[found].read(input)
  if (!imported.ok) return refuse(imported.message)
  const { document, mapped, notes } = imported.form
  // As anything of unknown origin: what comes out is a document, or has faults by name.
  const read = parseDocument(JSON.stringify(document))
  return read.ok ? { ok: true, format: found, designerJson: JSON.stringify(read.document), mapped, notes } : read
}

const names = Object.keys(readers) as (keyof typeof readers)[]

function readOwn(text: string): FormFile {
  const read = parseDocument(text)
  if (!read.ok) return read
  const { document } = read
  return {
    ok: true,
    format: 'Millrace',
    designerJson: JSON.stringify(document),
    mapped: count(document.root),
    notes: [],
  }
}

function count(nodes: readonly FormNode[]): number {
  return nodes.reduce((sum, { children = [] }) => sum + 1 + count(children), 0)
}

function parseObject(text: string): Readonly<Record<string, unknown>> | null {
  try {
    const input: unknown = JSON.parse(text)
    return typeof input === 'object' && input !== null && !Array.isArray(input)
      ? (input as Readonly<Record<string, unknown>>)
      : null
  } catch {
    return null
  }
}

const unknownFormat =
  'Expected a form as JSON, of Millrace, form-js (Camunda), Flowable or Form.io, but it is something else. Export the form as JSON, and choose that file.'

function refuse(message: string): FormFile {
  return { ok: false, problems: [{ code: 'document.invalid', node: null, at: '', message }] }
}
