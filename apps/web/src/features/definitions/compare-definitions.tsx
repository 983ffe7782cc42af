import { Modal, NativeSelect } from '@mantine/core'
import type { DefinitionVersion } from '@millrace/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { QueryFailure } from '../../components/banner/query-failure.tsx'
import comparison from '../../components/model-comparison/comparison-dialog.module.css'
import { LazyComparison } from '../../components/model-comparison/lazy-comparison.ts'
import { Waiting } from '../../components/model-comparison/waiting.tsx'
import { diagramQuery } from './definition-queries.ts'
import classes from './definitions.module.css'

interface Props {
  /** The version that is open: the newer of the two, where there is an older one. */
  readonly id: string
  /** The newest first. */
  readonly versions: readonly DefinitionVersion[]
  readonly onClose: () => void
}

/** Two versions of a process side by side. */
export function CompareDefinitions({ id, versions, onClose }: Props) {
  const { t } = useTranslation()
  const place = Math.max(
    0,
    versions.findIndex((version) => version.id === id),
  )
  const older = versions[place + 1]
  const [from, setFrom] = useState(older?.id ?? id)
  const [to, setTo] = useState(older === undefined ? (versions[place - 1]?.id ?? id) : id)
  const [was, is] = [useQuery(diagramQuery(from)), useQuery(diagramQuery(to))]
  const titleOf = (one: string) =>
    t('definition.versionNumber', { version: versions.find((version) => version.id === one)?.version ?? '' })
  const choose = (label: string, value: string, onChange: (id: string) => void) => (
    <NativeSelect
      size="xs"
      label={label}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      data={versions.map((version) => ({ value: version.id, label: titleOf(version.id) }))}
    />
  )
  return (
    <Modal
      opened
      fullScreen
      onClose={onClose}
      title={t('definition.compareTitle')}
      classNames={{ content: comparison.content ?? '', body: comparison.body ?? '' }}
    >
      <div className={classes.compared}>
        {choose(t('definition.compareFrom'), from, setFrom)}
        {choose(t('definition.compareTo'), to, setTo)}
      </div>
      <QueryFailure query={was} title={t('definition.compareFailed')} />
      {was.isError ? null : <QueryFailure query={is} title={t('definition.compareFailed')} />}
      {was.data !== undefined && is.data !== undefined ? (
        <LazyComparison
          key={`${from} ${to}`}
          before={was.data.xml}
          after={is.data.xml}
          beforeTitle={titleOf(from)}
          afterTitle={titleOf(to)}
        />
      ) : was.isError || is.isError ? null : (
        <Waiting />
      )}
    </Modal>
  )
}
