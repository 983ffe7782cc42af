import { lazyPart } from '../lazy-part/lazy-part.tsx'
import type { ModelComparisonProps } from './model-comparison.tsx'
import type { ModelDifferencesProps } from './model-differences.tsx'
import { Waiting } from './waiting.tsx'

const load = () => import('./model-comparison.tsx')
const options = { Instead: Waiting, isAwaited: () => true } as const

/** The comparison of two versions side by side, whose code is loaded when it is first needed. */
export const LazyComparison = lazyPart<ModelComparisonProps>(load, options)

/** The differences of two versions as text, whose code is loaded when it is first needed. */
export const LazyDifferences = lazyPart<ModelDifferencesProps>(
  async () => ({ default: (await load()).ModelDifferences }),
  options,
)
