import { lazyPart } from '../../components/lazy-part/lazy-part.tsx'
import { Waiting } from '../../components/model-comparison/waiting.tsx'
import type { DecisionDifferencesProps } from './decision-differences.tsx'

/** Its program, which reads DMN, is loaded with the first that is compared. */
export const LazyDecisionDifferences = lazyPart<DecisionDifferencesProps>(
  async () => ({ default: (await import('./decision-differences.tsx')).DecisionDifferences }),
  { Instead: Waiting, isAwaited: () => true },
)
