import { lazyPart } from '../lazy-part/lazy-part.tsx'
import type { ModelComparisonProps } from './model-comparison.tsx'
import type { ModelDifferencesProps } from './model-differences.tsx'
import { Waiting } from './waiting.tsx'

const load = () => import('./model-comparison.tsx')
const options = { Instead: Waiting, isAwaited: () => true } as const

/** Two versions side by side, whose program is loaded with the first that are compared. */
export const LazyComparison = lazyPart<ModelComparisonProps>(load, options)

/** What is different in them, in words alone. */
export const LazyDifferences = lazyPart<ModelDifferencesProps>(
  async () => ({ default: (await load()).ModelDifferences }),
  options,
)
