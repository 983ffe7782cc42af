import { lazyPart } from '../../../components/lazy-part/lazy-part.tsx'
import { usePreview } from '../../../lib/theme/preview-store.ts'

const PreviewBadge = lazyPart<{ compact?: boolean }>(() => import('../../../features/themes/preview-badge.tsx'), {
  isAwaited: () => true,
})

/** Says that the product is shown in a theme that is not chosen, and leads out of that. Loaded when it first is. */
export function PreviewMark({ compact = false }: { compact?: boolean }) {
  return usePreview() === null ? null : <PreviewBadge compact={compact} />
}
