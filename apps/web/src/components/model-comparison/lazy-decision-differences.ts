import { lazyPart } from '../lazy-part/lazy-part.tsx'
import type { DecisionDifferencesProps } from './decision-differences.tsx'
import { Waiting } from './waiting.tsx'

/** Its program, which reads DMN, is loaded with the first that is compared. */
export const LazyDecisionDifferences = lazyPart<DecisionDifferencesProps>(
  async () => ({ default: (await import('./decision-differences.tsx')).DecisionDifferences }),
  { Instead: Waiting, isAwaited: () => true },
)
