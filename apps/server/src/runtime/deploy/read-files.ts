import { checkBpmn, type ModelProblem, type ProcessModel } from '@millrace/bpmn'
import type { BudgetValues } from '@millrace/contract'
import {
  checkDmn,
  countCells,
  type Decision,
  type DesignedDmn,
  type DmnModel,
  type DmnProblem,
  findPlace,
  parseDesignedDmn,
} from '@millrace/dmn'
import { compileForeign, runsInDecisions } from '@millrace/engine'
import { compile, compileFeel } from '@millrace/expressions'
import { checkTimer, isRetryCycle } from '@millrace/time'
import { decodeXml } from '@millrace/xml'
import { largeDecision } from '../definitions/read-model.ts'

export interface DeployedFile {
  readonly name: string
  readonly bytes: Uint8Array
}

/** Codes of errors in files and between files, in addition to the codes for models. */
export const deploymentFaultCodes = {
  'deployment.encoding': 'A model is in an encoding that cannot be read.',
  'deployment.too-large': 'A model is larger than a budget of the server allows. The message names the budget.',
  'deployment.more': 'There are more problems than the list shows.',
  'deployment.duplicate-key': 'Two files of the deployment have a process or decision with the same key.',
  'deployment.message-taken': 'A message start event uses a message that already starts another process.',
  'deployment.target-unknown': 'A process or decision that a model calls is not deployed yet.',
  'deployment.adapter-unknown': 'A step calls an adapter that does not exist or is disabled.',
  'deployment.adapter-input': 'A step gives an adapter an unknown parameter, or leaves out a required one.',
  'deployment.user-unknown': 'A model names a user who does not exist.',
  'deployment.group-unknown': 'A model names a group that does not exist or has no members.',
  'deployment.form-missing':
    'A model names a form that is not in the deployment, or that only runs in another product.',
  'deployment.form-invalid': 'A form that a model names cannot be read. The message says why.',
  'dmn.incomplete':
    'A part of a decision model is missing, such as the logic of a decision. It is deployed, and the missing part is null.',
  'dmn.invalid': 'A decision model, or an expression in it, is not valid. The message names the position.',
} as const satisfies Record<string, string>

export interface FileProblem extends ModelProblem {
  readonly file: string
  /** The object that has to be created for the warning to disappear, and its page. */
  readonly needs?: Need
}

/** A reference of a model to something that the workplace does not have. */
export interface Need {
  readonly kind: 'binding' | 'user' | 'group' | 'form' | 'process' | 'decision'
  /** The name or key in the model. */
  readonly name: string
}

export interface ReadFiles {
  readonly processes: readonly FileProcess[]
  readonly decisions: readonly FileDecisions[]
  /** All errors and warnings of all files. */
  readonly problems: readonly FileProblem[]
}

export interface FileProcess {
  readonly file: string
  readonly model: ProcessModel
}

export interface FileDecisions {
  readonly file: string
  readonly model: DecisionsOutline
  /**
   * The design of the file, if `isForTests` requests it. Null: it is too large to be copied from the thread, and is
   * read where it is used.
   */
  readonly design: DesignedDmn | null
}

/** The decisions of a file without their tables, which may be large and are read when they are evaluated. */
interface DecisionsOutline extends Pick<DmnModel, 'id' | 'name' | 'namespace'> {
  readonly decisions: readonly Pick<Decision, 'id' | 'name' | 'versionTag' | 'historyTimeToLive'>[]
}

export interface ModelFiles {
  readonly files: readonly DeployedFile[]
  readonly budgets: BudgetValues
  /** Decisions are tried before they are deployed: they are handed on whole. */
  readonly isForTests?: boolean
  /** One file of several that are deployed together later: files that it imports can be missing. */
  readonly isPart?: boolean
}

/**
 * Reads and checks models within the budgets. Takes from milliseconds to seconds: for a thread.
 *
 * @param onFile told the name of each file before it is read.
 */
export function readFiles(
  { files, budgets, isForTests = false, isPart = false }: ModelFiles,
  onFile: (name: string) => void = () => {},
): ReadFiles {
  const library: DmnModel[] = []
  const read = files.map((file) => {
    onFile(file.name)
    return readFile(file, { budgets, isForTests, library })
  })
  // Decisions may import each other: they are checked when all of them are read.
  const checked = read.flatMap(({ checks }) => checks.flatMap((check) => check(isPart)))
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
  return { processes, decisions, problems: cut([...read.flatMap(({ problems }) => problems), ...checked, ...keys]) }
}

/** Returns whether the name of a file says that it is BPMN or DMN. Other files are stored unchanged. */
export function isModel({ name }: Pick<DeployedFile, 'name'>): boolean {
  return isBpmn(name) || isDmn(name)
}

/** Returns whether a file has several decisions, and so a key of its own. */
export function isGraph({ model }: FileDecisions): boolean {
  return model.decisions.length > 1
}

const isBpmn = (name: string) => /\.(bpmn|bpmn20\.xml)$/i.test(name)
export const isDmn = (name: string) => /\.(dmn|dmn1\d\.xml)$/i.test(name)

interface ReadFile extends ReadFiles {
  /** Checks that run together with the decisions of all files. */
  readonly checks: readonly ((isPart: boolean) => FileProblem[])[]
}

const nothing: ReadFile = { processes: [], decisions: [], problems: [], checks: [] }

interface ReadOrder extends Required<Pick<ModelFiles, 'budgets' | 'isForTests'>> {
  /** The decisions of all files. Each that is read is added. */
  readonly library: DmnModel[]
}

/** The maximum number of errors, and of warnings, that are reported. */
const maxProblems = 500

function cut(problems: readonly FileProblem[]): FileProblem[] {
  return (['error', 'warning'] as const).flatMap((severity) => {
    const [...ofSeverity] = problems.filter((problem) => problem.severity === severity)
    const rest = ofSeverity.splice(maxProblems)
    const [first] = rest
    if (first === undefined) return ofSeverity
    const message = `Expected at most ${maxProblems} faults to be listed, but there are ${rest.length} more.`
    return [...ofSeverity, { code: 'deployment.more', severity, elementId: null, message, file: first.file }]
  })
}

function readFile({ name: file, bytes }: DeployedFile, order: ReadOrder): ReadFile {
  const decoded = decodeXml(bytes)
  if (decoded.ok)
    return isBpmn(file) ? readProcesses(file, decoded.text, order.budgets) : readDecisions(file, decoded.text, order)
  const { message } = decoded
  return {
    ...nothing,
    problems: [{ code: 'deployment.encoding', severity: 'error', elementId: null, message, file }],
  }
}

function limitsOf({ modelLength, modelNodes, modelAttributes }: BudgetValues) {
  return { maxLength: modelLength, maxElements: modelNodes, maxAttributes: modelAttributes }
}

function readProcesses(file: string, xml: string, budgets: BudgetValues): ReadFile {
  const { processes, problems } = checkBpmn(xml, { compile, checkTimer, isRetryCycle }, limitsOf(budgets))
  const most = budgets.processElements
  const tooLarge = processes.flatMap(({ id, elements, flows }) => {
    const count = Object.keys(elements).length + Object.keys(flows).length
    const expected = `at most ${most} events, activities, gateways and sequence flows in a process (processElements)`
    return count <= most ? [] : [tooLargeFault(file, id, `Expected ${expected}, but ${id} has ${count}.`)]
  })
  return {
    // What is not deployed need not be handed on.
    processes: tooLarge.length > 0 ? [] : processes.map((model) => ({ file, model })),
    decisions: [],
    checks: [],
    problems: [...problems.map((problem) => presentProblem(file, problem)), ...tooLarge],
  }
}

export function tooLargeFault(file: string, elementId: string | null, message: string): FileProblem {
  return { code: 'deployment.too-large', severity: 'error', elementId, message, file }
}

/** Without the place inside a text, which a list of faults has no use for. */
function presentProblem(file: string, problem: ModelProblem): FileProblem {
  const { code, severity, elementId, message, line, column } = problem
  const place = line === undefined || column === undefined ? {} : { line, column }
  return { code, severity, elementId, message, file, ...place }
}

function readDecisions(file: string, xml: string, { budgets, isForTests, library }: ReadOrder): ReadFile {
  const result = parseDesignedDmn(xml, limitsOf(budgets))
  if (!result.ok) return { ...nothing, problems: result.problems.map((problem) => dmnFault(file, problem)) }
  const { model } = result.design
  const cells = countCells(model)
  if (cells > budgets.tableCells) {
    const message = `Expected at most ${budgets.tableCells} cells in the decision tables of a file (tableCells), but there are ${cells}.`
    return { ...nothing, problems: [tooLargeFault(file, model.id, message)] }
  }
  library.push(model)
  const design = { ...result.design, model: { ...model, library } }
  return {
    processes: [],
    decisions: [{ file, model: outlineOf(model), design: isForTests && xml.length <= largeDecision ? design : null }],
    problems: [],
    checks: [(isPart) => checkDecisions(file, design.model, isPart)],
  }
}

function checkDecisions(file: string, model: DmnModel, isPart: boolean): FileProblem[] {
  const foreign = new Set<string>()
  const faults = checkDmn(model, {
    mode: 'camunda',
    isAlone: isPart,
    compileForeign: (language, source) => {
      if (runsInDecisions(language)) return compileForeign(language, source)
      foreign.add(language)
      return compileFeel('null')
    },
  })
  return [
    ...faults.map((problem) => dmnFault(file, { ...problem, message: withPlace(model, problem) })),
    ...[...foreign].map((one) => languageWarning(file, one)),
  ]
}

function outlineOf({ id, name, namespace, decisions }: DmnModel): DecisionsOutline {
  const outlines = decisions.map(({ id, name, versionTag, historyTimeToLive }) => ({
    id,
    name,
    versionTag,
    historyTimeToLive,
  }))
  return { id, name, namespace, decisions: outlines }
}

function dmnFault(file: string, { elementId, message, line, column, isWarning }: DmnProblem): FileProblem {
  const place = line === null || column === null ? {} : { line, column }
  const kind = isWarning
    ? ({ code: 'dmn.incomplete', severity: 'warning' } as const)
    : ({ code: 'dmn.invalid', severity: 'error' } as const)
  return { ...kind, elementId, message, file, ...place }
}

/** Returns the rule and the column of a cell for users, because its id means nothing to them. */
function withPlace(model: DmnModel, { elementId, message }: DmnProblem): string {
  const place = findPlace(model, elementId)
  if (place === null || (place.rule === null && place.column === null)) return message
  const { decisionName, rule, column } = place
  const parts = [decisionName, rule === null ? null : `rule ${rule}`, column]
  return `${parts.filter((part) => part !== null).join(', ')}: ${message}`
}

/** Such a model deploys; a decision fails when it reaches the expression. */
function languageWarning(file: string, language: string): FileProblem {
  const message = `Expected expressions in FEEL, UEL or JavaScript, but some are in ${language}. Rewrite them.`
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
