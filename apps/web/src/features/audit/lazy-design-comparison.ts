import { lazyPart } from '../../components/lazy-part/lazy-part.tsx'
import { Waiting } from '../../components/model-comparison/waiting.tsx'
import type { DesignComparisonProps } from './design-comparison.tsx'

/** Its program and the words of designers are loaded with the first design that is compared. */
export const LazyDesignComparison = lazyPart<DesignComparisonProps>(
  async () => ({ default: (await import('./design-comparison.tsx')).DesignComparison }),
  { Instead: Waiting, isAwaited: () => true },
)
