/**
 * A DMN file as plain data, of any version (DMN 1.1 to 1.5) and with the attributes of Camunda 7 and Operaton. Created
 * by `parseDmn`; its expressions are not compiled.
 */
export interface DmnModel {
  /** The id of the decision requirements graph: `definitions`. */
  readonly id: string
  readonly name: string | null
  readonly namespace: string
  readonly imports: readonly DmnImport[]
  readonly itemDefinitions: readonly ItemDefinition[]
  readonly inputs: readonly InputData[]
  readonly decisions: readonly Decision[]
  readonly knowledgeModels: readonly KnowledgeModel[]
  readonly services: readonly DecisionService[]
  /** The language of expressions that name none; null for FEEL. */
  readonly expressionLanguage: string | null
  /** Models that it may import, found by their namespaces: those of the files that are deployed with it. */
  readonly library?: readonly DmnModel[]
}

export interface DmnImport {
  /** Names of the imported model are written `name.…`. Empty: they are used as they are. */
  readonly name: string
  readonly namespace: string
  readonly locationUri: string | null
  readonly importType: string
}

/**
 * A name with the type of its values: of an input, a decision or a parameter. `typeRef` is null when no type is
 * declared.
 */
export interface Variable {
  readonly name: string
  readonly typeRef: string | null
}

/** An element of this model or of an imported one. */
export interface Reference {
  /** Null: this model. */
  readonly namespace: string | null
  readonly id: string
}

export interface ItemDefinition {
  readonly id: string | null
  readonly name: string
  readonly typeRef: string | null
  readonly isCollection: boolean
  /** Unary tests that each value passes; for a collection, each item. */
  readonly allowedValues: string | null
  /** Unary tests that the value passes; for a collection, the whole. */
  readonly typeConstraint: string | null
  readonly components: readonly ItemDefinition[]
  readonly functionItem: { readonly parameters: readonly Variable[]; readonly outputTypeRef: string | null } | null
}

export interface InputData {
  readonly id: string
  readonly name: string
  readonly variable: Variable
}

export interface Decision {
  /** The decision definition key. */
  readonly id: string
  readonly name: string
  readonly variable: Variable
  readonly question: string | null
  readonly allowedAnswers: string | null
  readonly requiredInputs: readonly Reference[]
  readonly requiredDecisions: readonly Reference[]
  readonly requiredKnowledge: readonly Reference[]
  /** Null: the decision is only described. */
  readonly logic: Boxed | null
  readonly versionTag: string | null
  /** Days that history is kept, null when not stated. */
  readonly historyTimeToLive: number | null
}

export interface KnowledgeModel {
  readonly id: string
  readonly name: string
  readonly variable: Variable
  readonly requiredKnowledge: readonly Reference[]
  readonly logic: BoxedFunction | null
}

export interface DecisionService {
  readonly id: string
  readonly name: string
  readonly variable: Variable
  readonly outputDecisions: readonly Reference[]
  readonly encapsulatedDecisions: readonly Reference[]
  readonly inputDecisions: readonly Reference[]
  readonly inputData: readonly Reference[]
}

// --- boxed expressions (DMN 1.5, 10.2) ----------------------------------------------------------

interface BoxedBase {
  readonly id: string | null
  readonly typeRef: string | null
}

/** A text in some language, with the id of the element that holds it. */
export interface Text {
  readonly id: string | null
  /** Trimmed. */
  readonly text: string
  /** The language in the model; null when the model names none. */
  readonly language: string | null
}

export interface BoxedLiteral extends BoxedBase {
  readonly kind: 'literal'
  readonly text: Text
}

export interface BoxedContext extends BoxedBase {
  readonly kind: 'context'
  /** The entry without a variable is the result of the whole. */
  readonly entries: readonly { readonly variable: Variable | null; readonly value: Boxed }[]
}

export interface BoxedInvocation extends BoxedBase {
  readonly kind: 'invocation'
  /** Null: nothing is called. */
  readonly called: Boxed | null
  readonly bindings: readonly { readonly parameter: Variable; readonly value: Boxed }[]
}

export interface BoxedList extends BoxedBase {
  readonly kind: 'list'
  readonly items: readonly Boxed[]
}

export interface BoxedRelation extends BoxedBase {
  readonly kind: 'relation'
  readonly columns: readonly Variable[]
  /** The cells of a row; those that are missing at its end are null. */
  readonly rows: readonly (readonly Boxed[])[]
}

export interface BoxedFunction extends BoxedBase {
  readonly kind: 'function'
  readonly language: 'FEEL' | 'Java' | 'PMML'
  readonly parameters: readonly Variable[]
  readonly body: Boxed | null
}

export interface BoxedConditional extends BoxedBase {
  readonly kind: 'conditional'
  readonly condition: Boxed
  readonly whenTrue: Boxed
  readonly whenFalse: Boxed
}

export interface BoxedFilter extends BoxedBase {
  readonly kind: 'filter'
  readonly list: Boxed
  readonly match: Boxed
}

export interface BoxedIterator extends BoxedBase {
  readonly kind: 'for' | 'some' | 'every'
  readonly variable: string
  readonly list: Boxed
  /** The type of the list. */
  readonly listTypeRef: string | null
  readonly body: Boxed
}

export type HitPolicy = 'UNIQUE' | 'FIRST' | 'PRIORITY' | 'ANY' | 'COLLECT' | 'RULE ORDER' | 'OUTPUT ORDER'
export type Aggregation = 'SUM' | 'COUNT' | 'MIN' | 'MAX'

export interface DecisionTable extends BoxedBase {
  readonly kind: 'table'
  readonly hitPolicy: HitPolicy
  readonly aggregation: Aggregation | null
  readonly inputs: readonly TableInput[]
  readonly outputs: readonly TableOutput[]
  readonly rules: readonly TableRule[]
}

export interface TableInput {
  readonly id: string | null
  readonly label: string | null
  /** Null when the column has no input expression. */
  readonly expression: Text | null
  readonly typeRef: string | null
  /** Unary tests that every value passes; null for any value. */
  readonly allowedValues: Text | null
  /** The name under which cells in other languages see the value. */
  readonly inputVariable: string
}

export interface TableOutput {
  readonly id: string | null
  readonly label: string | null
  readonly name: string | null
  readonly typeRef: string | null
  readonly outputValues: Text | null
  readonly defaultValue: Text | null
}

export interface TableRule {
  readonly id: string | null
  readonly tests: readonly Text[]
  readonly outputs: readonly Text[]
}

/** An expression of a decision, an entry or a cell. */
export type Boxed =
  | BoxedLiteral
  | BoxedContext
  | BoxedInvocation
  | BoxedList
  | BoxedRelation
  | BoxedFunction
  | BoxedConditional
  | BoxedFilter
  | BoxedIterator
  | DecisionTable
