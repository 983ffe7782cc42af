import { type Allowance, Evaluation, type FeelValue, toZone } from '@millrace/expressions'
import type { CompiledDecision } from '../compile/decision.ts'
import type { EvaluatedDecision } from '../trace.ts'

type PlainContext = Readonly<Record<string, unknown>>

interface RunOptions {
  readonly now: Date
  /** IANA name; UTC when left out. */
  readonly zone?: string | undefined
  readonly allowance: Allowance
  readonly context: PlainContext
  readonly importedContexts?: Readonly<Record<string, PlainContext>> | undefined
}

/** An evaluation of a decision with everything that it requires: the caller's values and the results so far. */
export class DecisionRun extends Evaluation {
  /** The plain values that the caller gave. */
  readonly context: PlainContext
  /** Values for the inputs of imported models, by namespace. */
  readonly importedContexts: Readonly<Record<string, PlainContext>>
  /** In mode `camunda`, the results of required decisions, which are variables of the following decisions. */
  readonly variables = new Map<string, FeelValue>()
  /** In mode `camunda`, the values of required decisions that have a name of an import before theirs. */
  readonly results = new Map<CompiledDecision, FeelValue>()
  readonly evaluated: EvaluatedDecision[] = []

  constructor({ now, allowance, context, importedContexts = {}, zone }: RunOptions) {
    super(now, allowance, toZone(zone))
    this.context = context
    this.importedContexts = importedContexts
  }

  /**
   * Returns the value of an input of any model. A value that is missing for its namespace is taken from the context.
   */
  findInput(namespace: string, name: string): unknown {
    const own = Object.hasOwn(this.importedContexts, namespace) ? this.importedContexts[namespace] : undefined
    return own && Object.hasOwn(own, name) ? own[name] : this.findVariable(name)
  }

  findVariable(name: string): unknown {
    return Object.hasOwn(this.context, name) ? this.context[name] : undefined
  }
}

/** Returns the run of an evaluation. Functions called outside of a decision see no inputs. */
export function runOf(evaluation: Evaluation): DecisionRun {
  if (evaluation instanceof DecisionRun) return evaluation
  const { now, allowance, zone } = evaluation
  return new DecisionRun({ now, allowance, context: {}, ...('id' in zone ? { zone: zone.id } : {}) })
}
