import '../../lib/mail-editor-texts.ts'
import { Button, TextInput } from '@mantine/core'
import type { Call, TestMail } from '@millrace/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { keyOf } from '../../lib/api/call-query.ts'
import { polled } from '../../lib/api/polled.ts'
import { Banner } from '../banner/banner.tsx'
import { ErrorBanner } from '../banner/error-banner.tsx'
import { Section } from '../section/section.tsx'
import classes from './mail.module.css'

interface Props {
  readonly hint: string
  readonly onSend: (to: string) => Promise<TestMail>
  /** The call that returns the result. */
  readonly contract: Call
  readonly onFind: (id: string) => Promise<TestMail>
}

/** A section that sends a test mail of the saved template and shows its outcome. */
export function TestMailSection({ hint, onSend, ...outcome }: Props) {
  const { t } = useTranslation()
  const [to, setTo] = useState('')
  const [hasTried, setHasTried] = useState(false)
  const send = useMutation({ mutationFn: () => onSend(to.trim()) })
  const isAddress = /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/.test(to.trim())
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setHasTried(true)
    if (isAddress) send.mutate()
  }
  return (
    <Section title={t('mailEditor.try')} hint={hint}>
      <form className={classes.try} onSubmit={submit} noValidate>
        <TextInput
          label={t('mailEditor.to')}
          type="email"
          autoComplete="email"
          value={to}
          error={hasTried && !isAddress ? t('mailEditor.toFault') : undefined}
          onChange={(event) => setTo(event.currentTarget.value)}
        />
        <Button type="submit" loading={send.isPending}>
          {t('mailEditor.send')}
        </Button>
      </form>
      {send.isError ? <ErrorBanner title={t('mailEditor.sendFailed')} error={send.error} /> : null}
      {send.data === undefined ? null : <Outcome key={send.data.id} first={send.data} {...outcome} />}
    </Section>
  )
}

function Outcome({ first, contract, onFind }: { first: TestMail } & Pick<Props, 'contract' | 'onFind'>) {
  const { t } = useTranslation()
  const { data: mail = first } = useQuery({
    queryKey: keyOf(contract, { id: first.id }),
    queryFn: (asked) => polled(asked, () => onFind(first.id)),
    refetchInterval: ({ state }) => (state.data === undefined || state.data.state === 'waiting' ? 1000 : false),
  })
  switch (mail.state) {
    case 'sent':
      return <Banner kind="success" title={t('mailEditor.sent', { to: mail.to })} />
    case 'failed':
      return (
        <Banner kind="error" title={t('mailEditor.sendFailed')}>
          {mail.error}
        </Banner>
      )
    case 'waiting':
      return mail.error === null ? (
        <Banner kind="info" title={t('mailEditor.waiting')} />
      ) : (
        <Banner kind="warning" title={t('mailEditor.waitingAgain')}>
          {mail.error}
        </Banner>
      )
  }
}
