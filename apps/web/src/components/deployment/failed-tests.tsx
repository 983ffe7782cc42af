import { Textarea } from '@mantine/core'
import { limits } from '@millrace/contract'
import { useTranslation } from 'react-i18next'
import { Banner } from '../banner/banner.tsx'
import { FaultList } from './fault-list.tsx'

interface Props {
  /** Names of process and test case, and the first difference. */
  readonly tests: readonly { readonly where: string; readonly message: string }[]
  readonly reason: string
  readonly onReason: (reason: string) => void
}

/**
 * The test cases that prevent the deployment of an application, with a field for the reason to deploy it nevertheless.
 */
export function FailedTests({ tests, reason, onReason }: Props) {
  const { t } = useTranslation()
  return (
    <>
      {tests.length === 0 ? null : (
        <>
          <Banner kind="error" title={t('applications.testsFailed', { count: tests.length })}>
            {t('applications.testsFailedText')}
          </Banner>
          <FaultList faults={tests} />
        </>
      )}
      <Textarea
        label={t('applications.overrideReason')}
        description={t('applications.overrideHelp')}
        maxLength={limits.description}
        autosize
        minRows={2}
        value={reason}
        onChange={(event) => onReason(event.currentTarget.value)}
      />
    </>
  )
}
