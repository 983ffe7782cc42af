import { Button, TextInput } from '@mantine/core'
import { api, type BodyOf } from '@millrace/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Banner } from '../../../components/banner/banner.tsx'
import { ErrorBanner } from '../../../components/banner/error-banner.tsx'
import { SkeletonRows } from '../../../components/delayed/skeleton-rows.tsx'
import { hasPasskeys, PasskeyStopped, signWithPasskey } from '../../../components/second-factor/passkeys.ts'
import { call } from '../../../lib/api/call.ts'
import classes from '../login-page.module.css'
import { useEnter } from '../use-sign-in.ts'

interface Props {
  readonly workplace: string
  readonly onBack: () => void
}

/** The form that proves a second factor: by a code of the app, a passkey or a recovery code. */
export function ProveStep({ workplace, onBack }: Props) {
  const { t } = useTranslation()
  const enter = useEnter()
  const [isRecovering, setRecovering] = useState(false)
  const [isMissing, setMissing] = useState(false)
  const code = useRef<HTMLInputElement>(null)
  const look = useQuery({
    queryKey: ['second step'],
    queryFn: () => call(api.auth.secondStep),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  const prove = useMutation({
    mutationFn: (body: BodyOf<typeof api.auth.proveSecondStep>) => call(api.auth.proveSecondStep, { body }),
    onSuccess: () => enter(workplace),
  })
  const passkey = useMutation({
    mutationFn: async (options: Record<string, unknown>) => {
      const assertion = await signWithPasskey(options)
      await call(api.auth.proveSecondStep, { body: { assertion } })
    },
    onSuccess: () => enter(workplace),
    // Each challenge is for one answer.
    onError: (error) => (error instanceof PasskeyStopped ? undefined : void look.refetch()),
  })
  const back = (
    <Button size="lg" variant="subtle" fullWidth onClick={onBack}>
      {t('secondFactor.back')}
    </Button>
  )
  if (look.isError)
    return (
      <div className={classes.form}>
        <ErrorBanner title={t('secondFactor.stepFailed')} error={look.error} />
        {back}
      </div>
    )
  if (look.data === undefined) return <SkeletonRows count={3} height={44} />
  const { hasApp, hasRecoveryCodes, passkeys } = look.data
  const asksForCode = isRecovering || hasApp
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const given = code.current?.value.trim() ?? ''
    setMissing(given === '')
    if (given === '') return code.current?.focus()
    prove.mutate({ code: given })
  }
  const failure = prove.error ?? passkey.error
  return (
    <form className={`${classes.form} ${classes.fields}`} onSubmit={submit} noValidate>
      {failure === null ? null : failure instanceof PasskeyStopped ? (
        <Banner kind="error" title={t('secondFactor.stepFailed')}>
          {t('secondFactor.passkeyStopped')}
        </Banner>
      ) : (
        <ErrorBanner title={t('secondFactor.stepFailed')} error={failure} />
      )}
      <p>
        {t(isRecovering ? 'secondFactor.stepRecovery' : hasApp ? 'secondFactor.stepApp' : 'secondFactor.stepPasskey')}
      </p>
      {asksForCode ? (
        <>
          <TextInput
            key={String(isRecovering)}
            ref={code}
            size="lg"
            name="code"
            label={t(isRecovering ? 'secondFactor.recoveryCode' : 'secondFactor.code')}
            description={isRecovering ? t('secondFactor.recoveryCodeHelp') : undefined}
            inputMode={isRecovering ? 'text' : 'numeric'}
            autoComplete="one-time-code"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={50}
            autoFocus
            error={isMissing ? t('secondFactor.codeMissing') : null}
          />
          <Button type="submit" size="lg" variant="filled" fullWidth loading={prove.isPending}>
            {t('secondFactor.signIn')}
          </Button>
        </>
      ) : null}
      {passkeys === null ? null : hasPasskeys() ? (
        <Button
          size="lg"
          fullWidth
          variant={asksForCode ? 'default' : 'filled'}
          loading={passkey.isPending}
          onClick={() => {
            prove.reset()
            passkey.mutate(passkeys)
          }}
        >
          {t('secondFactor.usePasskey')}
        </Button>
      ) : (
        <p>{t('secondFactor.passkeyNone')}</p>
      )}
      {hasRecoveryCodes ? (
        <Button
          size="lg"
          variant="subtle"
          fullWidth
          onClick={() => {
            prove.reset()
            passkey.reset()
            setMissing(false)
            setRecovering(!isRecovering)
          }}
        >
          {t(!isRecovering ? 'secondFactor.useRecovery' : hasApp ? 'secondFactor.useCode' : 'secondFactor.usePasskey')}
        </Button>
      ) : null}
      {back}
    </form>
  )
}
