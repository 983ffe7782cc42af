import type { DocumentProblem } from '@millrace/forms'
import { parseDocument } from '@millrace/forms'

export type FormFile =
  | { readonly ok: true; readonly format: FileFormat; readonly designerJson: string; readonly notes: readonly string[] }
  | { readonly ok: false; readonly problems: readonly DocumentProblem[] }

export type FileFormat = keyof typeof readers

interface FormReader {
  /** Whether a file is of this format, as far as it can be told from its members. */
  readonly isOf: (input: Readonly<Record<string, unknown>>) => boolean
  readonly read: (text: string) => Omit<Extract<FormFile, { ok: true }>, 'format'> | Extract<FormFile, { ok: false }>
}

/** One for each format of forms that can be read. */
const readers = {
  millrace: {
    isOf: (input) => 'schema' in input && 'root' in input,
    read: (text) => {
      const read = parseDocument(text)
      return read.ok ? { ok: true, designerJson: JSON.stringify(read.document), notes: [] } : read
    },
  },
} as const satisfies Record<string, FormReader>

/** A form from a file, whichever of the formats it has; in a thread. */
export function readFormFile(text: string): FormFile {
  const input = parseObject(text)
  const found = Object.entries<FormReader>(readers).find(([, { isOf }]) => input !== null && isOf(input))
  if (found === undefined) return unknownFormat
  const read = found[1].read(text)
  return read.ok ? { ...read, format: found[0] as FileFormat } : read
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

const unknownFormat: FormFile = {
  ok: false,
  problems: [
    {
      code: 'document.invalid',
      node: null,
      at: '',
      message: `Expected a form as JSON, of one of these formats: ${Object.keys(readers).join(', ')}, but it is something else.`,
    },
  ],
}
