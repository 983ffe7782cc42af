import { lazyPart } from '../../../components/lazy-part/lazy-part.tsx'
import { usePreview } from '../../../lib/theme/preview-store.ts'

const PreviewBadge = lazyPart<{ compact?: boolean }>(() => import('../../../features/themes/preview-badge.tsx'), {
  isAwaited: () => true,
})

/** Shows that the product is previewed in another theme, with a button to end the preview. Loaded at its first use. */
export function PreviewMark({ compact = false }: { compact?: boolean }) {
  return usePreview() === null ? null : <PreviewBadge compact={compact} />
}
