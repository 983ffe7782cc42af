import { Skeleton } from '@mantine/core'
import type { ReactNode } from 'react'
import { ErrorBanner } from '../banner/error-banner.tsx'
import bar from './design-bar.module.css'
import classes from './design-page.module.css'

interface Props {
  /** The link to the page of the design. */
  readonly back: ReactNode
  readonly title: string
  readonly failure?: { readonly title: string; readonly error: unknown; readonly onRetry: () => void } | null
  /** The content when the design cannot be shown. */
  readonly children?: ReactNode
}

/** The page of a design while it is loading or could not be loaded. */
export function DesignRoom({ back, title, failure = null, children }: Props) {
  return (
    <div className={classes.page} aria-busy={failure === null && children === undefined}>
      <div className={bar.bar}>
        {back}
        <h1 className={bar.name}>{title}</h1>
      </div>
      <div className={classes.body}>
        {children ?? (failure === null ? <Skeleton height={320} /> : <ErrorBanner {...failure} />)}
      </div>
    </div>
  )
}
