import { Button, Modal } from '@mantine/core'
import { api, type Sample } from '@millrace/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorBanner } from '../../components/banner/error-banner.tsx'
import { QueryFailure } from '../../components/banner/query-failure.tsx'
import { SkeletonRows } from '../../components/delayed/skeleton-rows.tsx'
import { LinkButton } from '../../components/link/link-button.tsx'
import { showToast } from '../../components/toast/show-toast.tsx'
import { designPaths } from '../../config/design-paths.ts'
import { call } from '../../lib/api/call.ts'
import { callQuery } from '../../lib/api/call-query.ts'
import classes from './applications.module.css'

/** The button that installs the sample applications. */
export function SamplesButton() {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button size="xs" onClick={() => setOpen(true)}>
        {t('imports.samples')}
      </Button>
      <Modal opened={isOpen} onClose={() => setOpen(false)} title={t('imports.samplesTitle')} size={560}>
        <Samples />
      </Modal>
    </>
  )
}

function Samples() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const samples = useQuery(callQuery(api.samples.list))
  const add = useMutation({
    mutationFn: ({ key }: Sample) => call(api.samples.add, { params: { key } }),
    onSuccess: ({ applicationId, emptyGroups }, { name }) => {
      const title = t('imports.sampleAdded', { name })
      const groups = emptyGroups.join(', ')
      showToast(
        groups === ''
          ? { kind: 'success', title }
          : { kind: 'warning', title, text: t('imports.sampleGroups', { groups }) },
      )
      void navigate({ to: designPaths.application(applicationId) })
    },
  })
  return (
    <div className={classes.dialog}>
      <p className={classes.text}>{t('imports.samplesText')}</p>
      {add.isError ? <ErrorBanner title={t('imports.sampleFailed')} error={add.error} /> : null}
      <QueryFailure query={samples} title={t('imports.samplesFailed')} />
      {samples.data === undefined && !samples.isError ? <SkeletonRows count={3} height={56} /> : null}
      {samples.data?.map((sample) => (
        <section key={sample.key} aria-label={sample.name} className={classes.sample}>
          <div>
            <strong>{sample.name}</strong>
            <p className={classes.text}>{sample.description}</p>
          </div>
          <div className={classes.buttons}>
            {sample.applicationId === null ? (
              <Button
                size="xs"
                aria-label={t('imports.addSampleNamed', { name: sample.name })}
                loading={add.isPending && add.variables.key === sample.key}
                disabled={add.isPending}
                onClick={() => add.mutate(sample)}
              >
                {t('imports.addSample')}
              </Button>
            ) : (
              <LinkButton
                size="xs"
                to={designPaths.application(sample.applicationId)}
                aria-label={t('imports.openSampleNamed', { name: sample.name })}
              >
                {t('imports.openSample')}
              </LinkButton>
            )}
          </div>
        </section>
      ))}
    </div>
  )
}
