import { Button, TextInput } from '@mantine/core'
import { api, type TestMail } from '@millrace/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Banner } from '../../components/banner/banner.tsx'
import { ErrorBanner } from '../../components/banner/error-banner.tsx'
import { Section } from '../../components/section/section.tsx'
import { call } from '../../lib/api/call.ts'
import { callQuery } from '../../lib/api/call-query.ts'
import classes from './email-templates.module.css'
import { readSample } from './mail-draft.ts'

/** Sends a mail of the saved template to somebody, and tells what became of it. */
export function TestMailSection({ id, sample }: { id: string; sample: string }) {
  const { t } = useTranslation()
  const [to, setTo] = useState('')
  const [hasTried, setHasTried] = useState(false)
  const send = useMutation({
    mutationFn: () =>
      call(api.emailTemplates.sendTest, {
        params: { id },
        body: { to: to.trim(), sample: (readSample(sample) ?? {}) as never },
      }),
  })
  const isAddress = /^\S+@\S+\.\S+$/.test(to.trim())
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setHasTried(true)
    if (isAddress) send.mutate()
  }
  return (
    <Section title={t('emailTemplates.try')} hint={t('emailTemplates.tryHint')}>
      <form className={classes.try} onSubmit={submit} noValidate>
        <TextInput
          label={t('emailTemplates.to')}
          type="email"
          autoComplete="email"
          value={to}
          error={hasTried && !isAddress ? t('emailTemplates.toFault') : undefined}
          onChange={(event) => setTo(event.currentTarget.value)}
        />
        <Button type="submit" loading={send.isPending}>
          {t('emailTemplates.send')}
        </Button>
      </form>
      {send.isError ? <ErrorBanner title={t('emailTemplates.sendFailed')} error={send.error} /> : null}
      {send.data === undefined ? null : <Outcome key={send.data.id} first={send.data} />}
    </Section>
  )
}

function Outcome({ first }: { first: TestMail }) {
  const { t } = useTranslation()
  const { data: mail = first } = useQuery({
    ...callQuery(api.emailTemplates.testMail, { params: { id: first.id } }),
    refetchInterval: ({ state }) => (state.data === undefined || state.data.state === 'waiting' ? 1000 : false),
  })
  switch (mail.state) {
    case 'sent':
      return <Banner kind="success" title={t('emailTemplates.sent', { to: mail.to })} />
    case 'failed':
      return (
        <Banner kind="error" title={t('emailTemplates.sendFailed')}>
          {mail.error}
        </Banner>
      )
    case 'waiting':
      return mail.error === null ? (
        <Banner kind="info" title={t('emailTemplates.waiting')} />
      ) : (
        <Banner kind="warning" title={t('emailTemplates.waitingAgain')}>
          {mail.error}
        </Banner>
      )
  }
}
