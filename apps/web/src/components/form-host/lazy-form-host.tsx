import { Skeleton } from '@mantine/core'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { awaitPart } from '../../lib/await-part.ts'
import { loadChunk } from '../../lib/load-chunk.ts'
import { useDelayed } from '../delayed/use-delayed.ts'
import type { FormHostProps, OpenFormProps, PlainFormProps } from './form-host.tsx'

const useProgram = awaitPart(() => loadChunk(() => import('./form-host.tsx')).then((program) => program.default))

/** The form of a public link. */
export function LazyOpenForm(props: OpenFormProps) {
  const program = useProgram()
  return program === undefined ? <FormSkeleton /> : <program.OpenForm {...props} />
}

/** A lazily loaded form that belongs to no stored object. */
export function LazyPlainForm(props: PlainFormProps) {
  const program = useProgram()
  return program === undefined ? <FormSkeleton /> : <program.PlainForm {...props} />
}

/** A form whose code is loaded when the first form is shown. */
export function LazyFormHost(props: FormHostProps) {
  const program = useProgram()
  return program === undefined ? <FormSkeleton /> : <program.FormHost {...props} />
}

/** Placeholder fields with the size of real ones. */
export function FormSkeleton() {
  const { t } = useTranslation()
  const isShown = useDelayed(true)
  // Beside the call that fetches the form, not after it. A failure shows when the program is needed.
  useEffect(() => void useProgram.start().catch(() => undefined), [])
  if (!isShown) return null
  return (
    <div role="status" aria-label={t('common.loading')}>
      <Skeleton height={14} width={120} mb={16} />
      <Skeleton height={50} mb={12} maw={760} />
      <Skeleton height={50} mb={12} maw={760} />
      <Skeleton height={50} mb={12} maw={760} />
    </div>
  )
}
