import { Modal } from '@mantine/core'
import { type UseQueryOptions, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { CallKey } from '../../lib/api/call-query.ts'
import { QueryFailure } from '../banner/query-failure.tsx'
import classes from './comparison-dialog.module.css'
import { LazyComparison } from './lazy-comparison.ts'
import type { ModelComparisonProps } from './model-comparison.tsx'
import { Waiting } from './waiting.tsx'

interface Version {
  readonly version: number
  readonly xml: string
}

interface Props extends Pick<ModelComparisonProps, 'beforeTitle' | 'afterTitle'> {
  readonly title: string
  readonly before: UseQueryOptions<Version, Error, Version, CallKey>
  readonly after: UseQueryOptions<Version, Error, Version, CallKey>
  readonly onClose: () => void
  /** The controls above the comparison, such as the choice of versions. */
  readonly children?: ReactNode
}

/** A dialog over the whole window with two loaded and compared versions of a process. */
export function ComparisonDialog({ title, before, after, beforeTitle, afterTitle, onClose, children }: Props) {
  const { t } = useTranslation()
  const [was, is] = [useQuery(before), useQuery(after)]
  return (
    <Modal
      opened
      fullScreen
      onClose={onClose}
      title={title}
      classNames={{ content: classes.content ?? '', body: classes.body ?? '' }}
    >
      {children}
      <QueryFailure query={was} title={t('appProcesses.compareFailed')} />
      {was.isError ? null : <QueryFailure query={is} title={t('appProcesses.compareFailed')} />}
      {was.data !== undefined && is.data !== undefined ? (
        <LazyComparison
          key={`${beforeTitle} ${afterTitle}`}
          before={was.data.xml}
          after={is.data.xml}
          beforeTitle={beforeTitle}
          afterTitle={afterTitle}
        />
      ) : was.isError || is.isError ? null : (
        <Waiting />
      )}
    </Modal>
  )
}
