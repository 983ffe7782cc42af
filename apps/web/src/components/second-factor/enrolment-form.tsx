import '../../lib/second-factor-texts.ts'
import { Button, TextInput } from '@mantine/core'
import { type Enrolment, limits } from '@millrace/contract'
import { type FormEvent, type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Banner } from '../banner/banner.tsx'
import { createPasskey, PasskeyStopped } from './passkeys.ts'
import { QrCode } from './qr-code.tsx'
import classes from './second-factor.module.css'

/** The proof that a new second factor works: a code, or the answer of a passkey. */
export interface FactorProof {
  readonly ticket: string
  readonly name: string
  readonly code?: string
  readonly attestation?: Record<string, unknown>
}

interface Props {
  readonly enrolment: Enrolment
  readonly isPending: boolean
  /** The reason why the last try failed. */
  readonly error: ReactNode
  readonly onProved: (proof: FactorProof) => void
  readonly onCancel: () => void
}

/** Names a new factor and proves that it works: by a code of the app, or by a passkey that the browser creates. */
export function EnrolmentForm({ enrolment, isPending, error, onProved, onCancel }: Props) {
  const { t } = useTranslation()
  const { kind, ticket, secret, uri, options } = enrolment
  const [name, setName] = useState<string>(t(`secondFactor.kind.${kind}`))
  const [code, setCode] = useState('')
  const [hasTried, setTried] = useState(false)
  const [isStopped, setStopped] = useState(false)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    setStopped(false)
    if (name.trim() === '') return
    if (options === null) {
      if (code.trim() !== '') onProved({ ticket, name, code })
      return
    }
    try {
      onProved({ ticket, name, attestation: await createPasskey(options) })
    } catch (failure) {
      if (!(failure instanceof PasskeyStopped)) throw failure
      setStopped(true)
    }
  }
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      {error}
      {isStopped ? (
        <Banner kind="error" title={t('secondFactor.addFailed')}>
          {t('secondFactor.passkeyStopped')}
        </Banner>
      ) : null}
      {uri === null ? (
        <p>{t('secondFactor.passkeyText')}</p>
      ) : (
        <>
          <p>{t('secondFactor.scan')}</p>
          <div className={classes.code}>
            <QrCode text={uri} label={t('secondFactor.qr')} />
          </div>
          <TextInput
            label={t('secondFactor.key')}
            value={secret ?? ''}
            readOnly
            classNames={{ input: 'mono' }}
            onFocus={(event) => event.currentTarget.select()}
          />
        </>
      )}
      <TextInput
        label={t('secondFactor.name')}
        value={name}
        maxLength={limits.name}
        onChange={(event) => setName(event.currentTarget.value)}
        error={hasTried && name.trim() === '' ? t('secondFactor.nameMissing') : null}
      />
      {options === null ? (
        <TextInput
          label={t('secondFactor.appCode')}
          description={t('secondFactor.appCodeHelp')}
          value={code}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={20}
          onChange={(event) => setCode(event.currentTarget.value)}
          error={hasTried && code.trim() === '' ? t('secondFactor.codeMissing') : null}
        />
      ) : null}
      <div className={classes.buttons}>
        <Button onClick={onCancel}>{t('secondFactor.cancel')}</Button>
        <Button type="submit" variant="filled" loading={isPending}>
          {t(options === null ? 'secondFactor.add' : 'secondFactor.createPasskey')}
        </Button>
      </div>
    </form>
  )
}
