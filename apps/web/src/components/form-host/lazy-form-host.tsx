import { Skeleton } from '@mantine/core'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { loadChunk } from '../../lib/load-chunk.ts'
import { useDelayed } from '../delayed/use-delayed.ts'
import type { FormHostProps, OpenFormProps, PlainFormProps } from './form-host.tsx'

const FormHost = lazy(() => loadChunk(() => import('./form-host.tsx')))

const PlainForm = lazy(() =>
  loadChunk(() => import('./form-host.tsx').then(({ PlainForm }) => ({ default: PlainForm }))),
)

const OpenForm = lazy(() => loadChunk(() => import('./form-host.tsx').then(({ OpenForm }) => ({ default: OpenForm }))))

/** The form of a public link. */
export function LazyOpenForm(props: OpenFormProps) {
  return (
    <Suspense fallback={<FormSkeleton />}>
      <OpenForm {...props} />
    </Suspense>
  )
}

/** The same of one that belongs to nothing that is kept. */
export function LazyPlainForm(props: PlainFormProps) {
  return (
    <Suspense fallback={<FormSkeleton />}>
      <PlainForm {...props} />
    </Suspense>
  )
}

/** A form whose program is loaded with the first form that is shown. */
export function LazyFormHost(props: FormHostProps) {
  return (
    <Suspense fallback={<FormSkeleton />}>
      <FormHost {...props} />
    </Suspense>
  )
}

/** Fields on their way, as wide and high as the real ones. */
export function FormSkeleton() {
  const { t } = useTranslation()
  const isShown = useDelayed(true)
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
