import { Button } from '@mantine/core'
import { api, type ExternalConnection } from '@millrace/contract'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Banner } from '../../components/banner/banner.tsx'
import { ErrorBanner } from '../../components/banner/error-banner.tsx'
import { ShortTime } from '../../components/dates/dates.tsx'
import { Section } from '../../components/section/section.tsx'
import { call } from '../../lib/api/call.ts'
import classes from './external-systems.module.css'
import { TestState } from './test-state.tsx'

interface Props {
  readonly connection: ExternalConnection
  /** Something of it is not saved yet. */
  readonly isDirty: boolean
  readonly onTested: (connection: ExternalConnection) => void
}

/** The section that tests a connection, and shows the result and the duration in a sentence. */
export function ConnectionTest({ connection, isDirty, onTested }: Props) {
  const { t } = useTranslation()
  const { id, disabled } = connection
  const test = useMutation({
    mutationFn: () => call(api.externalSystems.testConnection, { params: { id } }),
    onSuccess: (answer) => onTested({ ...connection, tested: answer }),
  })
  const tested = test.data ?? connection.tested
  return (
    <Section
      title={t('externalSystems.state')}
      hint={t(isDirty ? 'externalSystems.testFirst' : 'externalSystems.testHint')}
    >
      <div className={classes.actions}>
        <Button
          size="xs"
          loading={test.isPending}
          disabled={isDirty || disabled !== null}
          onClick={() => test.mutate()}
        >
          {t('externalSystems.test')}
        </Button>
        <TestState tested={tested} />
      </div>
      {connection.pausedUntil === null || test.isSuccess ? null : (
        <Banner kind="warning" title={t('externalSystems.pausedTitle')}>
          {t('externalSystems.pausedUntil')} <ShortTime at={connection.pausedUntil} />
        </Banner>
      )}
      <div role="status">
        {test.isPending ? (
          t('externalSystems.testing')
        ) : test.isSuccess && tested !== null ? (
          <Banner
            kind={tested.fault === null ? 'success' : 'warning'}
            title={t(tested.fault === null ? 'externalSystems.testedOk' : 'externalSystems.testedFailed')}
          >
            {tested.fault === null ? null : `${tested.fault} `}
            {t('externalSystems.testedIn', { ms: tested.ms.toLocaleString('en') })}
          </Banner>
        ) : null}
      </div>
      {test.isError ? <ErrorBanner title={t('externalSystems.testNotDone')} error={test.error} /> : null}
    </Section>
  )
}
