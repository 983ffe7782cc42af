import { VisuallyHidden } from '@mantine/core'
import { useDesigner } from '../store/use-designer.ts'

/** Says what was done, for those who do not see it. The same sentence twice is two elements in turn. */
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
