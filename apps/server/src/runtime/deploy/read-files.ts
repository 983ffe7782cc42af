import { checkBpmn, type ModelProblem, type ProcessModel } from '@millrace/bpmn'
import { checkDmn, type DmnModel, type DmnProblem, parseDmn } from '@millrace/dmn'
import { compileForeign, runsInDecisions } from '@millrace/engine'
import { compile, compileFeel } from '@millrace/expressions'
import { checkTimer, isRetryCycle } from '@millrace/time'
import { decodeXml } from './decode-xml.ts'

export interface DeployedFile {
  readonly name: string
  readonly bytes: Uint8Array
}

/** Codes of files and of what stands between them, beside those of the models in them. */
export const deploymentFaultCodes = {
  'deployment.encoding': 'A model is in an encoding that cannot be read.',
  'deployment.duplicate-key': 'Two files of the deployment have a process or decision of the same key.',
  'deployment.target-unknown': 'A process or decision that a model calls is not deployed yet.',
  'deployment.user-unknown': 'A model names a user who is not there.',
  'deployment.group-unknown': 'A model names a group that is not there, or that nobody is in.',
  'deployment.form-missing': 'A model names a form that is not among the files, or that only another product knows.',
  'dmn.invalid': 'A decision model cannot be read, or an expression in it. The sentence says what and where.',
} as const satisfies Record<string, string>

export interface FileProblem extends ModelProblem {
  readonly file: string
  /** What has to be made known for it to go away, and where that is done. */
  readonly needs?: Need
}

/** Something that a model names and the workplace does not have. */
export interface Need {
  readonly kind: 'binding' | 'user' | 'group' | 'form' | 'process' | 'decision'
  /** Its name or key, as the model has it. */
  readonly name: string
}

export interface ReadFiles {
  readonly processes: readonly FileProcess[]
  readonly decisions: readonly FileDecisions[]
  /** All faults of all files, those that only warn too. */
  readonly problems: readonly FileProblem[]
}

export interface FileProcess {
  readonly file: string
  readonly model: ProcessModel
}

export interface FileDecisions {
  readonly file: string
  readonly model: DmnModel
}

/** Reads and checks the models among files; what is neither BPMN nor DMN by its name is left as it is. */
export function readFiles(files: readonly DeployedFile[]): ReadFiles {
  const read = files.map(readFile)
  const processes = read.flatMap((one) => one.processes)
  const decisions = read.flatMap((one) => one.decisions)
  const keys = [
    ...findDuplicates(
      'process',
      processes.map(({ file, model }) => ({ file, key: model.id })),
    ),
    ...findDuplicates(
      'decision',
      decisions.flatMap(({ file, model }) => model.decisions.map(({ id }) => ({ file, key: id }))),
    ),
    ...findDuplicates(
      'decision model',
      decisions.filter(isGraph).map(({ file, model }) => ({ file, key: model.id })),
    ),
  ]
  return { processes, decisions, problems: [...read.flatMap(({ problems }) => problems), ...keys] }
}

/** A file with several decisions has a key of its own. */
export function isGraph({ model }: FileDecisions): boolean {
  return model.decisions.length > 1
}

const isBpmn = (name: string) => /\.(bpmn|bpmn20\.xml)$/i.test(name)
const isDmn = (name: string) => /\.(dmn|dmn1\d\.xml)$/i.test(name)
const nothing: ReadFiles = { processes: [], decisions: [], problems: [] }

function readFile({ name: file, bytes }: DeployedFile): ReadFiles {
  if (!isBpmn(file) && !isDmn(file)) return nothing
  const decoded = decodeXml(bytes)
  if (decoded.ok) return isBpmn(file) ? readProcesses(file, decoded.text) : readDecisions(file, decoded.text)
  const { message } = decoded
  return {
    ...nothing,
    problems: [{ code: 'deployment.encoding', severity: 'error', elementId: null, message, file }],
  }
}

function readProcesses(file: string, xml: string): ReadFiles {
  const { processes, problems } = checkBpmn(xml, { compile, checkTimer, isRetryCycle })
  return {
    processes: processes.map((model) => ({ file, model })),
    decisions: [],
    problems: problems.map((problem) => presentProblem(file, problem)),
  }
}

/** Without the place inside a text, which a list of faults has no use for. */
function presentProblem(file: string, problem: ModelProblem): FileProblem {
  const { code, severity, elementId, message, line, column } = problem
  const place = line === undefined || column === undefined ? {} : { line, column }
  return { code, severity, elementId, message, file, ...place }
}

function readDecisions(file: string, xml: string): ReadFiles {
  const result = parseDmn(xml)
  if (!result.ok) return { ...nothing, problems: result.problems.map((problem) => dmnFault(file, problem)) }
  const { model } = result
  const foreign = new Set<string>()
  const faults = checkDmn(model, {
    mode: 'camunda',
    compileForeign: (language, source) => {
      if (runsInDecisions(language)) return compileForeign(language, source)
      foreign.add(language)
      return compileFeel('null')
    },
  })
  return {
    processes: [],
    decisions: [{ file, model }],
    problems: [
      ...faults.map((problem) => dmnFault(file, problem)),
      ...[...foreign].map((one) => languageWarning(file, one)),
    ],
  }
}

function dmnFault(file: string, { elementId, message, line, column }: DmnProblem): FileProblem {
  const place = line === null || column === null ? {} : { line, column }
  return { code: 'dmn.invalid', severity: 'error', elementId, message, file, ...place }
}

/** Such a model deploys; a decision fails when it reaches the expression. */
function languageWarning(file: string, language: string): FileProblem {
  const message = `Expected expressions in FEEL, UEL or JavaScript, but some are written in ${language}, which does not run here. Rewrite them.`
  return { code: 'expression.language', severity: 'warning', elementId: null, message, file }
}

function findDuplicates(kind: string, keys: readonly { readonly file: string; readonly key: string }[]): FileProblem[] {
  return keys
    .filter(({ key }, index) => keys.findIndex((other) => other.key === key) < index)
    .map(({ file, key }) => ({
      code: 'deployment.duplicate-key',
      severity: 'error',
      elementId: key,
      message: `Expected each ${kind} key once in a deployment, but “${key}” is in more than one file. Rename one of them.`,
      file,
    }))
}
