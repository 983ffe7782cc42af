import { SkeletonRows } from '../../components/delayed/skeleton-rows.tsx'
import { lazyPart } from '../../components/lazy-part/lazy-part.tsx'
import type { NewPasswordProps } from './new-password-form.tsx'

function Waiting(_: NewPasswordProps) {
  return <SkeletonRows count={3} height={44} />
}

/** The form for a new password at sign-in, whose code and texts are loaded for users who have to change theirs. */
export const LazyNewPasswordForm = lazyPart<NewPasswordProps>(
  async () => ({ default: (await import('./new-password-form.tsx')).NewPasswordForm }),
  { Instead: Waiting, isAwaited: () => true },
)
