import { limits } from '@millrace/contract'
import { type Refusal, refuse } from '../../platform/errors/refusal.ts'
import type { FileProblem } from '../../runtime/deploy/read-files.ts'
import type { DesignKind, DesignRow, DesignText } from './design-kind.ts'
import { toName } from './design-text.ts'

/** The name, key and documentation that a file contains for its design. */
export interface Said {
  readonly key: string
  readonly name: string | null
  /** The keys of everything in the file that has a key; missing: only `key`. */
  readonly keys?: readonly string[]
}

/** A design that is an XML file. */
export interface DesignFile<S extends Said> extends DesignText {
  readonly said: S
  /** The errors and warnings that a deployment would report. */
  readonly problems: readonly FileProblem[]
}

/** The names of a kind of file in messages. */
export interface FileTexts {
  readonly code: 'app-process.file-invalid' | 'app-decision.file-invalid'
  readonly format: 'BPMN' | 'DMN'
  readonly what: 'process' | 'decision'
  readonly keyOfIt: string
  /** The name for a design whose file has neither a usable name nor a key. */
  readonly unnamed: string
}

/** A kind of design whose texts are XML files. */
export interface FileKind<Row extends DesignRow, S extends Said> extends DesignKind<Row, DesignFile<S>> {
  readonly texts: FileTexts
}

/** Checks that a file has a key that a design can have. Returns the file as a design, otherwise a refusal. */
export function checkFile<S extends Said>(
  texts: FileTexts,
  {
    text,
    said,
    problems,
  }: { readonly text: string; readonly said: S | null; readonly problems: readonly FileProblem[] },
): DesignFile<S> | Refusal {
  const isTooLong = (said?.keys ?? [said?.key ?? '']).some((key) => key.length > limits.processKey)
  if (said !== null && !isTooLong) return { text, said, problems }
  const { code, format, what, keyOfIt } = texts
  const [first] = problems
  const why =
    said === null
      ? (first?.message ?? `The file contains no ${what}.`)
      : `The key of ${keyOfIt} has more than ${limits.processKey} characters.`
  return refuse(
    code,
    `Expected a ${format} file with a ${what}, but it contains none that can be read. Nothing was saved. ${why}`,
    problems.map((problem) => ({
      where: problem.elementId ?? 'file',
      code: problem.code,
      message: problem.message,
    })),
  )
}

/** Returns the name in a file; null when the file contains no name. */
export function nameInFile<S extends Said>(texts: FileTexts, { said }: DesignFile<S>): string | null {
  return said.name === null ? null : toName(said, texts.unnamed)
}
