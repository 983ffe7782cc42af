import { VisuallyHidden } from '@mantine/core'
import { useDesigner } from '../store/use-designer.ts'

/**
 * Announces completed actions to screen readers. A repeated message alternates between two elements, so that it is read
 * again.
 */
export function LiveRegion() {
  const { text, count } = useDesigner(({ said }) => said)
  return (
    <VisuallyHidden>
      <div role="status" aria-live="polite">
        {count % 2 === 0 ? text : null}
      </div>
      <div role="status" aria-live="polite">
        {count % 2 === 1 ? text : null}
      </div>
    </VisuallyHidden>
  )
}
