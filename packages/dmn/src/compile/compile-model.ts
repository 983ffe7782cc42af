import type { DmnImport, DmnModel } from '../model.ts'
import type { DmnProblem } from '../problems.ts'
import type { CompileForeign, Mode } from './compiler.ts'
import { type CompiledNode, createNodes } from './nodes.ts'
import { createTypes, type ModelTypes } from './types.ts'

export interface CompileOptions {
  readonly mode: Mode
  /**
   * Models that this model and its imports can import, found by their namespaces. Missing: the library of the model.
   */
  readonly imports?: readonly DmnModel[]
  readonly compileForeign?: CompileForeign
}

interface ModelOptions extends CompileOptions {
  /**
   * Whether all texts are compiled with their decisions, to report every problem; otherwise each text at its first use.
   */
  readonly isThorough?: boolean
}

/** A model with its expressions compiled, each decision when it is first needed. */
export interface CompiledModel {
  readonly model: DmnModel
  readonly mode: Mode
  /** Imported models by the names under which they are imported. */
  readonly imports: ReadonlyMap<string, CompiledModel>
  /** Whether each model that it imports was found. */
  readonly isWhole: boolean
  readonly types: ModelTypes
  readonly nodes: ReadonlyMap<string, CompiledNode>
  /** The errors and warnings so far. Complete when every node is compiled. */
  readonly problems: DmnProblem[]
}

const compiledModels = new WeakMap<DmnModel, { options: ModelOptions; compiled: CompiledModel }[]>()

/**
 * Returns the compiled form of a model. Compiled once for each combination of options, and forgotten with the model.
 */
export function compileModel(model: DmnModel, options: ModelOptions): CompiledModel {
  const known = compiledModels.get(model) ?? []
  const same = known.find((entry) => areSame(entry.options, options))
  if (same) return same.compiled
  const imports = options.imports ?? model.library ?? []
  const compiled = compile(model, { ...options, imports }, { importing: [], done: new Map() })
  compiledModels.set(model, [...known.slice(-MAX_VARIANTS), { options, compiled }])
  return compiled
}

/** A caller that makes new options for every call must not fill the memory. */
const MAX_VARIANTS = 8

function areSame(left: ModelOptions, right: ModelOptions): boolean {
  const [ours = [], theirs = []] = [left.imports, right.imports]
  return (
    left.mode === right.mode &&
    left.compileForeign === right.compileForeign &&
    left.isThorough === right.isThorough &&
    ours.length === theirs.length &&
    ours.every((model, index) => model === theirs[index])
  )
}

/** Lists the imports of other DMN models. Imports of data types are left out, because they need no file. */
export function listImports({ imports }: DmnModel): readonly DmnImport[] {
  return imports.filter(({ importType }) => /\/DMN\//i.test(importType))
}

interface Session {
  /** The models that wait for their imports, outermost first. */
  readonly importing: readonly DmnModel[]
  /** A model that is imported on several ways is compiled once. */
  readonly done: Map<DmnModel, CompiledModel>
}

function compile(model: DmnModel, options: ModelOptions, session: Session): CompiledModel {
  const known = session.done.get(model)
  if (known) return known
  const problems: DmnProblem[] = []
  const report = (problem: DmnProblem) => problems.push(problem)
  const reportAt = (elementId: string | null, message: string) =>
    report({ message, elementId, line: null, column: null })
  const imports = compileImports(model, options, { session, report: (message) => reportAt(model.id, message) })
  const imported = new Map([...imports].map(([name, { types }]) => [name, types]))
  const types = createTypes({ model, imported, report: reportAt })
  const { mode, compileForeign, isThorough = false } = options
  const compiler = { mode, types, defaultLanguage: model.expressionLanguage, compileForeign, isThorough, report }
  const isWhole = listImports(model).every(({ name }) => imports.has(name))
  const compiled = { model, mode, imports, isWhole, types, problems, nodes: createNodes(model, { imports, compiler }) }
  session.done.set(model, compiled)
  return compiled
}

function compileImports(
  model: DmnModel,
  options: ModelOptions,
  { session, report }: { session: Session; report: (message: string) => void },
): Map<string, CompiledModel> {
  const importing = [...session.importing, model]
  const imports = new Map<string, CompiledModel>()
  for (const { name, namespace } of listImports(model)) {
    const imported = options.imports?.find((candidate) => candidate.namespace === namespace)
    if (!imported) {
      report(`Expected a model of the namespace “${namespace}” for the import “${name}”, but there is none.`)
    } else if (importing.includes(imported)) {
      report(
        `Expected imports without circles, but “${name}” leads back to the model “${imported.name ?? imported.id}”.`,
      )
    } else {
      imports.set(name, compile(imported, options, { ...session, importing }))
    }
  }
  return imports
}
