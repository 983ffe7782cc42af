import type { ElementBase, ExpressionText } from './shared.ts'

export interface Gateway extends ElementBase {
  readonly type: 'exclusiveGateway' | 'parallelGateway' | 'inclusiveGateway'
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
