import { lazyPart } from '../../components/lazy-part/lazy-part.tsx'
import { Waiting } from '../../components/model-comparison/waiting.tsx'
import type { DesignComparisonProps } from './design-comparison.tsx'

/** The comparison of two designs. Its code and texts are loaded at the first comparison. */
export const LazyDesignComparison = lazyPart<DesignComparisonProps>(
  async () => ({ default: (await import('./design-comparison.tsx')).DesignComparison }),
  { Instead: Waiting, isAwaited: () => true },
)
