import { SkeletonRows } from '../../../components/delayed/skeleton-rows.tsx'
import { lazyPart } from '../../../components/lazy-part/lazy-part.tsx'
import type { SecondStepProps } from './second-step.tsx'

function Waiting(_: SecondStepProps) {
  return <SkeletonRows count={3} height={44} />
}

/** The second step of a sign-in, whose code is loaded for users who need it. */
export const LazySecondStep = lazyPart<SecondStepProps>(
  async () => ({ default: (await import('./second-step.tsx')).SecondStep }),
  { Instead: Waiting, isAwaited: () => true },
)
