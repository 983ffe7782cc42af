import type { ReactNode } from 'react'

interface Props {
  readonly label: string
  readonly className: string | undefined
  readonly children: ReactNode
}

/** A region that scrolls. Users can also scroll it by keyboard if nothing in it can be focused. */
export function ScrollRegion({ label, className, children }: Props) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would bring a frame and a legend
    // biome-ignore lint/a11y/noNoninteractiveTabindex: see above
    <div className={className} role="group" aria-label={label} tabIndex={0}>
      {children}
    </div>
  )
}
