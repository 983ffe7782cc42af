import type { PlainName } from '../vocabulary/flow-elements.ts'
import type { ElementBase, ExpressionText } from './shared.ts'

/** A gateway without further properties. */
export interface Gateway<T extends PlainName<'gateway'> = PlainName<'gateway'>> extends ElementBase {
  readonly type: T
  /** The id of the default flow; null for a gateway that takes all of its flows. */
  readonly defaultFlowId: string | null
}

export interface EventBasedGateway extends ElementBase {
  readonly type: 'eventBasedGateway'
  readonly instantiate: boolean
  readonly isParallel: boolean
}

export interface ComplexGateway extends ElementBase {
  readonly type: 'complexGateway'
  readonly defaultFlowId: string | null
  readonly activationCondition: ExpressionText | null
}
