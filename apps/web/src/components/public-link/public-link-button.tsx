import IconCopy from 'icon:copy'
import IconLink from 'icon:link'
import { ActionIcon, Button, Checkbox, CopyButton, Modal, Select, Textarea, TextInput } from '@mantine/core'
import { api, formLinkLimits } from '@millrace/contract'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../lib/api/call.ts'
import { Banner } from '../banner/banner.tsx'
import { ErrorBanner } from '../banner/error-banner.tsx'
import { Hint } from '../hint/hint.tsx'
import classes from './public-link.module.css'

interface Props {
  /** A version of the process that is started by it, or the task that is completed. */
  readonly of: { readonly definitionId: string } | { readonly taskId: string }
  readonly name: string
  /** Whether links can no longer be created. An open dialog stays, and the server refuses what it sends. */
  readonly isOver?: boolean
}

/** A button that opens the dialog for a public link. */
export function PublicLinkButton({ of, name, isOver = false }: Props) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  const make = useMutation({
    mutationFn: ({ span, sites, recipient, onwards, ...wishes }: Wishes) =>
      call(api.formLinks.create, {
        body: {
          ...wishes,
          ...of,
          recipient: recipient === '' ? null : recipient,
          expiresAt: expiryOf(span),
          sites: readSites(sites),
          onwards: onwards === '' ? null : onwards,
        },
      }),
  })
  const label = t('formLinks.makeFor', { name })
  // Until it is made it stays open, or there would be a link that nobody knows.
  const close = () => {
    if (!make.isPending) setOpen(false)
  }
  return (
    <>
      {isOver ? null : (
        <Hint label={label}>
          <ActionIcon size="sm" aria-label={label} onClick={() => setOpen(true)}>
            <IconLink size={16} stroke={1.6} />
          </ActionIcon>
        </Hint>
      )}
      <Modal
        opened={isOpen}
        onClose={close}
        onExitTransitionEnd={make.reset}
        title={t(make.data ? 'formLinks.madeTitle' : 'formLinks.addTitle')}
        size={560}
      >
        {make.data ? (
          <MadeLink
            address={make.data.path === null ? null : location.origin + make.data.path}
            isOfTask={'taskId' in of}
            recipient={make.variables?.recipient ?? ''}
            onClose={close}
          />
        ) : (
          <LinkForm
            isOfTask={'taskId' in of}
            error={make.error}
            isPending={make.isPending}
            onSend={make.mutate}
            onClose={close}
          />
        )}
      </Modal>
    </>
  )
}

interface Wishes {
  readonly name: string
  readonly span: Span
  readonly isOnce: boolean
  readonly recipient: string
  readonly hasCaptcha: boolean
  readonly maySave: boolean
  readonly sites: string
  readonly thanks: string
  readonly onwards: string
}

/** In days; 0: until somebody ends it. */
const spans = { day: 1, week: 7, month: 30, year: 365, ever: 0 } as const

type Span = keyof typeof spans

function expiryOf(span: Span): string | null {
  const days = spans[span]
  return days === 0 ? null : new Date(Date.now() + days * 86_400_000).toISOString()
}

function LinkForm({
  isOfTask,
  error,
  isPending,
  onSend,
  onClose,
}: {
  isOfTask: boolean
  error: unknown
  isPending: boolean
  onSend: (wishes: Wishes) => void
  onClose: () => void
}) {
  const { t } = useTranslation()
  const [wishes, setWishes] = useState<Wishes>({
    ...{ name: '', recipient: '', span: 'month', sites: '', thanks: '', onwards: '' },
    ...{ isOnce: false, hasCaptcha: true, maySave: false },
  })
  const [isTried, setTried] = useState(false)
  const isNameMissing = wishes.name.trim() === ''
  const isSiteWrong = readSites(wishes.sites).some((site) => !/^https?:\/\/[a-z0-9.-]+(:\d{1,5})?$/.test(site))
  const isRecipientWrong = wishes.recipient !== '' && !/^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/.test(wishes.recipient)
  const isOnwardsWrong = wishes.onwards !== '' && !isPageAddress(wishes.onwards)
  const set = (part: Partial<Wishes>) => setWishes((before) => ({ ...before, ...part }))
  return (
    <form
      noValidate
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault()
        setTried(true)
        if (!isNameMissing && !isSiteWrong && !isRecipientWrong && !isOnwardsWrong)
          onSend({ ...wishes, name: wishes.name.trim() })
      }}
    >
      {error ? <ErrorBanner title={t('formLinks.makeFailed')} error={error} /> : null}
      <TextInput
        label={t('formLinks.name')}
        description={t('formLinks.nameHelp')}
        required
        maxLength={50}
        value={wishes.name}
        onChange={(event) => set({ name: event.currentTarget.value })}
        error={isTried && isNameMissing ? t('formLinks.nameMissing') : null}
        data-autofocus
      />
      <Select
        label={t('formLinks.good')}
        data={(Object.keys(spans) as Span[]).map((value) => ({ value, label: t(`formLinks.spans.${value}`) }))}
        value={wishes.span}
        allowDeselect={false}
        onChange={(span) => span !== null && set({ span: span as Span })}
      />
      <TextInput
        type="email"
        label={t('formLinks.recipientLong')}
        description={t('formLinks.recipientHelp')}
        maxLength={254}
        value={wishes.recipient}
        onChange={(event) => set({ recipient: event.currentTarget.value.trim() })}
        error={isTried && isRecipientWrong ? t('formLinks.recipientInvalid') : null}
      />
      {isOfTask ? null : (
        <Checkbox
          label={t('formLinks.isOnceLong')}
          checked={wishes.isOnce}
          onChange={(event) => set({ isOnce: event.currentTarget.checked })}
        />
      )}
      <Checkbox
        label={t('formLinks.hasCaptchaLong')}
        description={t('formLinks.hasCaptchaHelp')}
        checked={wishes.hasCaptcha}
        onChange={(event) => set({ hasCaptcha: event.currentTarget.checked })}
      />
      <Checkbox
        label={t('formLinks.maySaveLong')}
        description={t('formLinks.maySaveHelp')}
        checked={wishes.maySave}
        onChange={(event) => set({ maySave: event.currentTarget.checked })}
      />
      <Textarea
        label={t('formLinks.sitesLong')}
        description={t('formLinks.sitesHelp')}
        autosize
        minRows={2}
        value={wishes.sites}
        onChange={(event) => set({ sites: event.currentTarget.value })}
        error={isTried && isSiteWrong ? t('formLinks.siteInvalid') : null}
      />
      <Textarea
        label={t('formLinks.thanksLong')}
        description={t('formLinks.thanksHelp')}
        autosize
        minRows={2}
        maxLength={formLinkLimits.thanks}
        value={wishes.thanks}
        onChange={(event) => set({ thanks: event.currentTarget.value })}
      />
      <TextInput
        type="url"
        label={t('formLinks.onwardsLong')}
        description={t('formLinks.onwardsHelp')}
        maxLength={formLinkLimits.onwards}
        value={wishes.onwards}
        onChange={(event) => set({ onwards: event.currentTarget.value.trim() })}
        error={isTried && isOnwardsWrong ? t('formLinks.onwardsInvalid') : null}
      />
      <div className={classes.buttons}>
        <Button onClick={onClose}>{t('common.cancel')}</Button>
        <Button type="submit" variant="filled" loading={isPending}>
          {t('formLinks.make')}
        </Button>
      </div>
    </form>
  )
}

interface Made {
  /** Null where it was mailed. */
  readonly address: string | null
  readonly isOfTask: boolean
  readonly recipient: string
  readonly onClose: () => void
}

function MadeLink({ address, isOfTask, recipient, onClose }: Made) {
  const { t } = useTranslation()
  if (address === null)
    return (
      <div className={classes.form}>
        <Banner kind="success" title={t('formLinks.mailedTitle')}>
          {t('formLinks.mailedText', { email: recipient })}
        </Banner>
        <div className={classes.buttons}>
          <Button variant="filled" onClick={onClose}>
            {t('formLinks.done')}
          </Button>
        </div>
      </div>
    )
  return (
    <div className={classes.form}>
      <Banner kind="success" title={t('formLinks.madeTitle')}>
        {t(isOfTask ? 'formLinks.madeOfTask' : 'formLinks.madeText')}
      </Banner>
      <TextInput
        label={t('formLinks.link')}
        value={address}
        readOnly
        classNames={{ input: 'mono' }}
        onFocus={(event) => event.currentTarget.select()}
      />
      <div className={classes.buttons}>
        <CopyButton value={address}>
          {({ copied, copy }) => (
            <Button leftSection={<IconCopy size={16} stroke={1.6} />} onClick={copy}>
              {copied ? t('common.copied') : t('formLinks.copy')}
            </Button>
          )}
        </CopyButton>
        <Button variant="filled" onClick={onClose}>
          {t('formLinks.done')}
        </Button>
      </div>
    </div>
  )
}

function isPageAddress(text: string): boolean {
  return /^https?:\/\/./.test(text) && URL.canParse(text)
}

function readSites(text: string): string[] {
  return text.split(/\s+/).filter((site) => site !== '')
}
