import { lazyPart } from '../lazy-part/lazy-part.tsx'
import type { DecisionDifferencesProps } from './decision-differences.tsx'
import { Waiting } from './waiting.tsx'

/** Shows the differences of two decisions. Its code includes the DMN reader, so it is loaded at the first use. */
export const LazyDecisionDifferences = lazyPart<DecisionDifferencesProps>(
  async () => ({ default: (await import('./decision-differences.tsx')).DecisionDifferences }),
  { Instead: Waiting, isAwaited: () => true },
)
