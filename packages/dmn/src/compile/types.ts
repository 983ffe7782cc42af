import {
  ANY,
  compileTestsIn,
  createRootScope,
  Evaluation,
  type FeelType,
  findBuiltinType,
  isList,
  openFrame,
} from '@millrace/expressions'
import type { DmnModel, ItemDefinition } from '../model.ts'

/** The types of a model by the names that `typeRef` uses. */
export interface ModelTypes {
  find(name: string): FeelType | undefined
  /** Returns Any for null or an unknown name; the check of the model reports the latter. */
  get(name: string | null): FeelType
  /** Whether the model itself, or one it imports, declares the type. */
  isDeclared(name: string): boolean
  /** The allowed values of a declared type, or of its base, as they are written; null when there are none. */
  findAllowedValues(name: string | null): string | null
}

type Allows = NonNullable<FeelType['allows']>

/** Null: the tests cannot be asked of such a value. */
type Judge = (...args: Parameters<Allows>) => boolean | null

interface TypeSources {
  readonly model: DmnModel
  /** Types of imported models, by the name of the import. */
  readonly imported: ReadonlyMap<string, ModelTypes>
  report(elementId: string | null, message: string): void
}

/** Creates the types of item definitions (DMN 1.5, 7.3.3), each at its first use, so that they may be recursive. */
export function createTypes(sources: TypeSources): ModelTypes {
  const definitions = new Map(sources.model.itemDefinitions.map((definition) => [definition.name, definition]))
  const known = new Map<string, FeelType>()

  const find = (name: string): FeelType | undefined => {
    const ready = known.get(name)
    if (ready) return ready
    const definition = definitions.get(name)
    if (!definition)
      return findBuiltinType(name) ?? findVendorType(name) ?? findImported(name, sources.imported) ?? findLocal(name)
    known.set(name, ANY)
    const type = build(definition, (type) => known.set(name, type))
    known.set(name, type)
    return type
  }

  /** DMN 1.1 writes types of the model itself as qualified names too. */
  const findLocal = (name: string): FeelType | undefined => {
    const local = name.slice(name.indexOf(':') + 1)
    return local === name ? undefined : find(local)
  }

  const get = (name: string | null): FeelType => (name === null ? ANY : (find(name) ?? ANY))

  const build = (definition: ItemDefinition, announce: (type: FeelType) => void): FeelType => {
    const base = buildItem(definition, definition.isCollection ? () => {} : announce)
    const item = constrain(base, definition.allowedValues, definition, (tests, judge) => ofItemsToo(base, tests, judge))
    const whole: FeelType = definition.isCollection ? { kind: 'list', element: item } : item
    return constrain(whole, definition.typeConstraint, definition)
  }

  const buildItem = (definition: ItemDefinition, announce: (type: FeelType) => void): FeelType => {
    if (definition.components.length > 0) return buildContext(definition, announce)
    if (definition.functionItem) {
      const { parameters, outputTypeRef } = definition.functionItem
      return { kind: 'function', parameters: parameters.map(({ typeRef }) => get(typeRef)), result: get(outputTypeRef) }
    }
    if (definition.typeRef && !find(definition.typeRef)) {
      sources.report(
        definition.id,
        `Expected ${definition.name} to be of a known type, but “${definition.typeRef}” is none.`,
      )
    }
    return get(definition.typeRef)
  }

  /** The type is announced before its entries are read: they may lead back to it. */
  const buildContext = (definition: ItemDefinition, announce: (type: FeelType) => void): FeelType => {
    const entries: Record<string, FeelType> = {}
    const type: FeelType = { kind: 'context', entries }
    announce(type)
    for (const component of definition.components) entries[component.name] = build(component, () => {})
    return type
  }

  const constrain = (
    type: FeelType,
    tests: string | null,
    definition: ItemDefinition,
    widen = (_tests: string, judge: Judge): Judge => judge,
  ): FeelType => {
    if (tests === null) return type
    const report = (message: string) => sources.report(definition.id, message)
    const judge = widen(tests, compileConstraint(tests, find, report))
    const passes: Allows = (value, evaluation) => judge(value, evaluation) === true
    const { allows } = type
    return {
      ...type,
      allows: allows ? (value, evaluation) => allows(value, evaluation) && passes(value, evaluation) : passes,
    }
  }

  /** A type has those of its base, unless it has its own. */
  const findAllowedValues = (name: string | null, seen: readonly string[] = []): string | null => {
    if (name === null || seen.includes(name)) return null
    const definition = definitions.get(name)
    if (definition) return definition.allowedValues ?? findAllowedValues(definition.typeRef, [...seen, name])
    for (const [prefix, types] of sources.imported) {
      const found = types.findAllowedValues(withoutPrefix(name, prefix))
      if (found !== null) return found
    }
    const local = name.slice(name.indexOf(':') + 1)
    return local === name ? null : findAllowedValues(local, [...seen, name])
  }

  const isDeclared = (name: string) => definitions.has(name) || findImported(name, sources.imported) !== undefined

  return { find, get, isDeclared, findAllowedValues }
}

/** Returns names that Camunda uses for numbers. */
function findVendorType(name: string): FeelType | undefined {
  return name === 'integer' || name === 'long' || name === 'double' ? { kind: 'number' } : undefined
}

/** `import.type`, or as a qualified name `import:type`. */
function findImported(name: string, imported: ReadonlyMap<string, ModelTypes>): FeelType | undefined {
  for (const [prefix, types] of imported) {
    const local = withoutPrefix(name, prefix)
    const type = local === null ? undefined : types.find(local)
    if (type) return type
  }
  return undefined
}

/** Returns the name within an imported model; null where it is not of that import. */
function withoutPrefix(name: string, prefix: string): string | null {
  if (prefix === '') return name
  return name.startsWith(`${prefix}.`) || name.startsWith(`${prefix}:`) ? name.slice(prefix.length + 1) : null
}

/** Compiles a constraint. Tests that cannot be compiled constrain nothing, and the problem is reported. */
function compileConstraint(tests: string, findType: ModelTypes['find'], report: (message: string) => void): Judge {
  const compiled = compileTestsIn(tests, createRootScope({ findType }))
  if (compiled.ok) {
    return (value, { allowance }) =>
      compiled.code(
        value,
        openFrame([], new Evaluation(new Date(0), allowance), () => undefined),
      )
  }
  for (const { message } of compiled.problems) report(message)
  return () => true
}

/**
 * Allowed values of a type that is a list by its base are those of its items (KIE), or of the list where they ask about
 * it by `?`, as in `count(?) < 3`: DMN 1.5, 7.3.3, speaks of “values in the base type”.
 */
function ofItemsToo(type: FeelType, tests: string, judge: Judge): Judge {
  if (type.kind !== 'list') return judge
  return (value, evaluation) => {
    const isAllowed = judge(value, evaluation)
    if (isAllowed === true || !isList(value) || (isAllowed !== null && tests.includes('?'))) return isAllowed
    return value.length > 0 && value.every((item) => judge(item, evaluation) === true)
  }
}
