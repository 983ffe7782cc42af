import { lazyPart } from '../lazy-part/lazy-part.tsx'
import type { DecisionDifferencesProps } from './decision-differences.tsx'
import { Waiting } from './waiting.tsx'

/** The differences of two decisions, whose code, which reads DMN, is loaded when it is first needed. */
export const LazyDecisionDifferences = lazyPart<DecisionDifferencesProps>(
  async () => ({ default: (await import('./decision-differences.tsx')).DecisionDifferences }),
  { Instead: Waiting, isAwaited: () => true },
)
