import { listVendorParts, type ProcessModel, type VendorFile } from '@millrace/bpmn'
import type { BudgetValues } from '@millrace/contract'
import type { ImportNote } from '@millrace/forms/import'
import { declareUtf8, decodeXml } from '@millrace/xml'
import { type DesignedDecision, readDecisionDesign } from '../deploy/read-decision-design.ts'
import { type DesignedProcess, readDesign } from '../deploy/read-design.ts'
import { type FileProblem, readFiles } from '../deploy/read-files.ts'
import { compileDesign } from '../forms/design/compile-design.ts'
import { readFormFile } from '../forms/design/read-form-file.ts'
import { type FormNaming, nameForm, parseObject } from './name-form.ts'
import { isArchive, type PackedFile, type UnpackedFile, unpack } from './unpack.ts'

export interface ImportInput {
  readonly files: readonly PackedFile[]
  readonly budgets: BudgetValues
}

export type ReadImport =
  | {
      readonly ok: true
      /** The application's name in its own file, such as Flowable's `.app`. */
      readonly application: { readonly name: string | null; readonly key: string | null } | null
      readonly files: readonly ImportFile[]
    }
  | { readonly ok: false; readonly path: string; readonly message: string }

export type ImportFile = ProcessImport | FormImport | DecisionImport | OtherImport

export interface ProcessImport {
  readonly kind: 'process'
  readonly path: string
  readonly xml: string
  /** Null: there is none in it that could be kept. */
  readonly process: DesignedProcess | null
  /** The models that would be deployed. */
  readonly models: readonly ProcessModel[]
  readonly problems: readonly FileProblem[]
  readonly words: VendorFile | null
}

export interface FormImport extends FormNaming {
  readonly kind: 'form'
  readonly path: string
  readonly format: string
  readonly designerJson: string
  readonly renderedJson: string
  /** Parts of it that became parts of a form of ours. */
  readonly mapped: number
  readonly notes: readonly ImportNote[]
}

export interface DecisionImport {
  readonly kind: 'decision'
  readonly path: string
  readonly xml: string
  /** Null: there is none in it that could be kept. */
  readonly decision: DesignedDecision | null
  readonly problems: readonly FileProblem[]
}

export interface OtherImport {
  readonly kind: 'other'
  readonly path: string
  readonly code: string
  readonly message: string
  /** Whether it has to be thought of; false: nothing is lost without it. */
  readonly isNeeded: boolean
}

/**
 * Unpacks archives and reads their files one by one. Takes from milliseconds to seconds, so it runs in a worker thread.
 */
export async function readImport({ files, budgets }: ImportInput): Promise<ReadImport> {
  const unpacked = await unpack(files)
  if (!unpacked.ok) return unpacked
  const found = unpacked.files
  const application = found.find(({ path }) => /\.app$/i.test(path))
  return {
    ok: true,
    application: application === undefined ? null : readApplication(application),
    files: found.map((file) => readOne(file, budgets)),
  }
}

function readOne(file: UnpackedFile, budgets: BudgetValues): ImportFile {
  const { path, bytes } = file
  if (/\.(dmn|dmn1\d\.xml)$/i.test(path)) return readDecision(file, budgets)
  if (/\.(bpmn|xml)$/i.test(path)) return readProcess(file, budgets)
  if (/\.(form|json)$/i.test(path)) return readForm(file)
  return isArchive(bytes) && /\.(zip|bar)$/i.test(path)
    ? other(path, 'import.archive', sentences.archive)
    : describe(path)
}

function readProcess({ path, bytes }: UnpackedFile, budgets: BudgetValues): ImportFile {
  const decoded = decodeXml(bytes)
  if (!decoded.ok) return other(path, 'deployment.encoding', decoded.message)
  const xml = declareUtf8(decoded.text)
  if (!/\.bpmn(20\.xml)?$/i.test(path) && !xml.includes('http://www.omg.org/spec/BPMN/20100524/MODEL'))
    return describe(path)
  const limits = {
    maxLength: budgets.modelLength,
    maxElements: budgets.modelNodes,
    maxAttributes: budgets.modelAttributes,
  }
  const { process, problems } = readDesign({ xml, key: null, budgets })
  const read = readFiles({ files: [{ name: 'model.bpmn', bytes: new TextEncoder().encode(xml) }], budgets })
  return {
    kind: 'process',
    path,
    xml,
    process,
    models: read.processes.map(({ model }) => model),
    problems,
    words: listVendorParts(xml, limits),
  }
}

function readForm({ path, bytes }: UnpackedFile): ImportFile {
  const decoded = decodeXml(bytes)
  if (!decoded.ok) return other(path, 'deployment.encoding', decoded.message)
  const text = decoded.text.replace(/^\uFEFF/, '')
  if (/(^|\/)(bpmn-models|decision-table-models|decision-service-models|case-models)\/[^/]+\.json$/i.test(path))
    return other(path, 'import.editor-file', sentences.editor)
  const read = readFormFile(text)
  if (!read.ok) {
    const isForm = /\.form$/i.test(path) || 'components' in (parseObject(text) ?? {})
    return isForm ? other(path, 'import.form-invalid', read.problems[0]?.message ?? sentences.unread) : describe(path)
  }
  const compiled = compileDesign(read.designerJson)
  if (!compiled.ok) return other(path, 'import.form-invalid', compiled.problems[0]?.message ?? sentences.unread)
  const { format, designerJson, mapped, notes } = read
  const { renderedJson } = compiled
  return { kind: 'form', path, ...nameForm(path, text), format, designerJson, renderedJson, mapped, notes }
}

function readDecision({ path, bytes }: UnpackedFile, budgets: BudgetValues): ImportFile {
  const decoded = decodeXml(bytes)
  if (!decoded.ok) return other(path, 'deployment.encoding', decoded.message)
  return { kind: 'decision', path, ...readDecisionDesign({ xml: declareUtf8(decoded.text), key: null, budgets }) }
}

function readApplication({ bytes }: UnpackedFile): { name: string | null; key: string | null } {
  const input = parseObject(new TextDecoder().decode(bytes)) ?? {}
  const textOf = (value: unknown) => (typeof value === 'string' && value.trim() !== '' ? value.trim() : null)
  return { name: textOf(input.name), key: textOf(input.key) }
}

/** Other kinds of files in archives of these products. */
const kinds: readonly (readonly [RegExp, string, string, boolean])[] = [
  [/\.app$/i, 'import.application', 'The file has the name of the application. Nothing else is needed.', false],
  [/\.(png|svg|jpe?g|gif|md|txt|pdf)$/i, 'import.picture', 'A picture or text file. It is not imported.', false],
  [
    /(^|\/)(META-INF\/processes\.xml|bpm-platform\.xml)$/i,
    'import.archive-file',
    'A deployment descriptor of the other product. The files that it names are imported anyway.',
    false,
  ],
  [
    /\.cmmn(\.xml)?$/i,
    'import.case',
    'Cases (CMMN) are not supported. Draw the case as a process, for example with an ad-hoc sub-process.',
    true,
  ],
  [
    /\.(event|channel)$/i,
    'import.channel',
    'Events and channels of Flowable are not supported. Send the message to the process through the API, or with a message event.',
    true,
  ],
  [
    /\.(java|class|jar|war|groovy|js|py|rb|kt)$/i,
    'import.code',
    'Java code is not imported. Bind the classes and beans of models to an expression, a script or a topic.',
    true,
  ],
  [
    /\.(html?|jsp|xhtml)$/i,
    'import.page',
    'Forms that are web pages are not imported. Design a form with the same fields.',
    true,
  ],
  [/\.drl$/i, 'import.rules', 'Drools rules are not supported. Write them as a decision table.', true],
]

const sentences = {
  archive: 'Expected files, but this is an archive inside an archive. Unpack it, and import it separately.',
  editor:
    'Expected a deployable model, but this is a file of the Flowable editor. Export the application as a BAR file, and import that file.',
  unread: 'Expected a valid form, but the file is not valid.',
}

function describe(path: string): OtherImport {
  const known = kinds.find(([pattern]) => pattern.test(path))
  if (known === undefined)
    return other(path, 'import.unknown', 'Expected a process, a decision or a form. Other files are not imported.')
  const [, code, message, isNeeded] = known
  return { kind: 'other', path, code, message, isNeeded }
}

function other(path: string, code: string, message: string): OtherImport {
  return { kind: 'other', path, code, message, isNeeded: true }
}
