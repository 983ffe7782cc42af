import { Button, Select, TextInput } from '@mantine/core'
import { api, builtInTheme, limits, type Profile } from '@millrace/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorBanner } from '../../components/banner/error-banner.tsx'
import { FieldGrid, Section } from '../../components/section/section.tsx'
import { showToast } from '../../components/toast/show-toast.tsx'
import { UnsavedGuard } from '../../components/unsaved/unsaved-guard.tsx'
import { ApiError } from '../../lib/api/api-error.ts'
import { call } from '../../lib/api/call.ts'
import { describeFault } from '../../lib/api/describe-fault.ts'
import { languages } from '../../lib/languages.ts'
import { profileQuery, themeDataQuery, userThemesQuery } from '../../lib/theme/theme-queries.ts'
import classes from './profile.module.css'

interface Draft {
  readonly firstName: string
  readonly lastName: string
  readonly email: string
  readonly customer_reference: string
  readonly organisation_reference: string
  /** Empty: the workplace's. */
  readonly themeCode: string
  /** Empty: the browser's. */
  readonly language: string
}

/** The form for details and appearance. Only changed fields are sent. */
export function ProfileForm({ profile }: { profile: Profile }) {
  const { t } = useTranslation()
  const [changes, setChanges] = useState<Partial<Draft>>({})
  const save = useSaveProfile()
  const saved = toDraft(profile)
  const draft = { ...saved, ...changes }
  const changed = (Object.keys(changes) as (keyof Draft)[]).filter((name) => draft[name].trim() !== saved[name])
  const faults = save.error instanceof ApiError ? save.error.details : []
  const faultOf = (name: keyof Draft) => {
    const fault = faults.find(({ where }) => where === name)
    return fault === undefined ? undefined : describeFault(fault.message)
  }
  const change = (part: Partial<Draft>) => setChanges((before) => ({ ...before, ...part }))
  const textField = (name: keyof Draft, max: number) => ({
    value: draft[name],
    maxLength: max,
    error: faultOf(name),
    onChange: (event: { currentTarget: { value: string } }) => change({ [name]: event.currentTarget.value }),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const body = Object.fromEntries(
      changed.map((name) => [name, draft[name].trim() === '' ? null : draft[name].trim()]),
    )
    save.mutate(body, { onSuccess: () => setChanges({}) })
  }
  return (
    <form onSubmit={submit} noValidate>
      <UnsavedGuard isDirty={() => changed.length > 0} />
      {save.isError && faults.length === 0 ? (
        <ErrorBanner title={t('profile.saveFailed')} error={save.error} comfort={t('themes.stillHere')} />
      ) : null}
      <Section title={t('profile.details')} hint={t('profile.detailsHint')}>
        <FieldGrid>
          <TextInput
            label={t('profile.username')}
            description={t('profile.usernameHelp')}
            readOnly
            value={profile.user.username}
          />
          <TextInput
            label={t('profile.email')}
            type="email"
            autoComplete="email"
            {...textField('email', limits.email)}
          />
          <TextInput
            label={t('profile.firstName')}
            autoComplete="given-name"
            {...textField('firstName', limits.personName)}
          />
          <TextInput
            label={t('profile.lastName')}
            autoComplete="family-name"
            {...textField('lastName', limits.personName)}
          />
          <TextInput label={t('profile.customerReference')} {...textField('customer_reference', limits.reference)} />
          <TextInput
            label={t('profile.organisationReference')}
            {...textField('organisation_reference', limits.reference)}
          />
        </FieldGrid>
      </Section>
      <Section title={t('profile.appearance')} hint={t('profile.appearanceHint')}>
        <FieldGrid>
          <ThemeChoice value={draft.themeCode} onChange={(themeCode) => change({ themeCode })} />
          <Select
            label={t('profile.language')}
            allowDeselect={false}
            value={draft.language}
            data={[
              { value: '', label: t('profile.languageOfBrowser') },
              ...languages.map(({ tag, name }) => ({ value: tag, label: name })),
            ]}
            onChange={(language) => change({ language: language ?? '' })}
          />
        </FieldGrid>
        {changed.length === 0 ? null : (
          <div className={classes.buttons}>
            <span className={classes.note}>{t('themes.unsaved', { count: changed.length })}</span>
            <Button
              onClick={() => {
                setChanges({})
                save.reset()
              }}
            >
              {t('profile.discard')}
            </Button>
            <Button type="submit" variant="filled" loading={save.isPending}>
              {t('profile.save')}
            </Button>
          </div>
        )}
      </Section>
    </form>
  )
}

/** A theme of the user's own, or that of the workplace. One that no longer exists shows as the workplace's. */
function ThemeChoice({ value, onChange }: { value: string; onChange: (code: string) => void }) {
  const { t } = useTranslation()
  const themes = useQuery(userThemesQuery).data ?? []
  const siteCode = useQuery(themeDataQuery).data?.themeCode
  const siteName = themes.find(({ code }) => code === siteCode)?.name ?? builtInTheme.name
  const choices = [
    { value: '', label: t('profile.themeOfWorkplace', { name: siteName }) },
    { value: builtInTheme.code, label: builtInTheme.name },
    ...themes.map(({ code, name }) => ({ value: code, label: name })),
  ]
  return (
    <Select
      label={t('profile.theme')}
      allowDeselect={false}
      value={choices.some((choice) => choice.value === value) ? value : ''}
      data={choices}
      onChange={(code) => onChange(code ?? '')}
    />
  )
}

function useSaveProfile() {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: Record<string, string | null>) => call(api.profile.save, { body }),
    onSuccess: (profile) => {
      queryClient.setQueryData(profileQuery.queryKey, profile)
      showToast({ kind: 'success', title: t('profile.saved') })
    },
  })
}

function toDraft({ user, customer_reference, organisation_reference, themeCode, language }: Profile): Draft {
  return {
    firstName: user.firstName ?? '',
    lastName: user.lastName ?? '',
    email: user.email ?? '',
    customer_reference: customer_reference ?? '',
    organisation_reference: organisation_reference ?? '',
    themeCode: themeCode ?? '',
    language: language ?? '',
  }
}
