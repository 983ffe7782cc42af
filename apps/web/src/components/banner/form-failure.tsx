import { useEffect, useRef } from 'react'
import { hasCode } from '../../lib/api/api-error.ts'
import { Banner } from './banner.tsx'
import { ErrorBanner } from './error-banner.tsx'

interface Props {
  readonly title: string
  readonly error: unknown
  /** A sentence that says which data is kept. */
  readonly comfort: string
  /** The reason, if the page has a better message than the error. */
  readonly reason?: string | null
}

/**
 * The error of a form that was refused, scrolled into view because users of long forms are at their end. Errors of
 * fields are at the fields.
 */
export function FormFailure({ title, error, comfort, reason = null }: Props) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!hasCode(error, 'form.invalid', 'look-up.failed')) place.current?.scrollIntoView({ block: 'center' })
  }, [error])
  return (
    <div ref={place}>
      {reason === null ? (
        <ErrorBanner title={title} error={error} comfort={comfort} />
      ) : (
        <Banner kind="error" title={title}>
          {reason} {comfort}
        </Banner>
      )}
    </div>
  )
}
